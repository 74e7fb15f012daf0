// The search over all modules, articles and symbols. It loads its index when it is opened for the first time.
"use strict";
(() => {
  const base = document.currentScript.dataset.base;
  const make = (name, attributes = {}, ...children) => {
    const node = Object.assign(document.createElement(name), attributes);
    node.append(...children);
    return node;
  };
  const ignored = new Set("a an and are as at be by can do does for from how i in is it its my of on one or the to what when which with you".split(" "));
  const words = text => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  /** The words of a name, also those inside of it: "retryOrFailWith" is four words, and one. */
  const parts = name => [...words(name), ...words(name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2"))];
  /** Removes common endings, so that "fetching" finds "fetch", and "retries" finds "retry". */
  const stem = word => word.length < 5 ? word.replace(/s$/, "") : word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s)$/, "").replace(/(.)\1$/, "$1");

  /** The words of a question without those that most questions have. */
  const meaningful = text => {
    const all = words(text), wanted = all.filter(word => !ignored.has(word));
    return (wanted.length ? wanted : all).map(stem);
  };

  let entries = null, vocabulary = null;
  async function load() {
    if (entries) return;
    const index = await (await fetch(base + "/search-index.json")).json();
    const stems = index.words.split(" ").map(stem);
    entries = index.pages.map(([title, kind, module, url, parent, summary, sections, tasks, phrases, status]) => {
      // Articles answer questions, so their summaries and headings weigh almost as much as the names of symbols.
      const isArticle = kind === "Article" || kind === "Module";
      const texts = sections.map(([heading, anchor, excerpt, body]) =>
        ({ heading, anchor, excerpt, names: new Set(parts(heading).map(stem)), body: new Set(body.map(at => stems[at])) }));
      const headings = [...parts(tasks), ...sections.flatMap(([heading]) => parts(heading))];
      return {
        title, kind, module, url, parent, summary, isArticle, status, sections: texts,
        isCode: !isArticle && !["About", "Tutorial", "For maintainers"].includes(kind),
        questions: new Set(phrases.toLowerCase().split("\n")),
        phrases: phrases.split("\n").filter(phrase => !phrase.includes("@")).map(phrase => meaningful(phrase)).filter(list => list.length),
        fields: [[parts(title), 60], [words(summary), isArticle ? 50 : 20], [headings, isArticle ? 45 : 26], [parts(parent), 12]]
          .map(([list, weight]) => [new Set(list.map(stem)), weight]).concat([[new Set(texts.flatMap(text => [...text.body])), 8]]),
      };
    });
    vocabulary = new Map();
    for (const entry of entries) for (const list of [...entry.fields.map(([field]) => field), ...entry.phrases]) for (const word of list) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
  }
  /** Whether a letter is missing, added, wrong, or exchanged with the next one. */
  function isNear(one, other) {
    if (one === other || Math.abs(one.length - other.length) > 1) return false;
    let at = 0;
    while (at < one.length && one[at] === other[at]) at++;
    const [rest, otherRest] = [one.slice(at), other.slice(at)];
    return rest.slice(1) === otherRest || rest === otherRest.slice(1) || rest.slice(1) === otherRest.slice(1)
      || rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
  }
  /** The most frequent known word that differs from an unknown word in one letter. */
  function corrected(word) {
    if (word.length < 4 || vocabulary.has(word)) return word;
    let best = word, most = 0;
    for (const [known, count] of vocabulary) {
      if (known.startsWith(word)) return word;
      if (count > most && isNear(word, known)) [best, most] = [known, count];
    }
    return best;
  }
  /** The section that has more of the words than the title, the summary and the introduction. */
  function section(entry, terms) {
    const [[title], [summary]] = entry.fields, [introduction, ...sections] = entry.sections;
    if (!sections.length) return null;
    const sum = weights => terms.reduce((total, term) => total + weights(term), 0);
    let best = null, most = sum(term => title.has(term) ? 4 : summary.has(term) ? 2 : introduction.body.has(term) ? 1.5 : 0);
    for (const candidate of sections) {
      const value = sum(term => candidate.names.has(term) ? 3 : candidate.body.has(term) ? 1 : 0);
      if (value > most) [best, most] = [candidate, value];
    }
    return best;
  }
  function score(entry, terms, text) {
    let total = 0, matched = 0;
    for (const term of terms) {
      let best = 0;
      for (const [field, weight] of entry.fields) {
        if (field.has(term)) { best = Math.max(best, weight); continue; }
        if (weight > 10 && best < weight * .6 && term.length > 1) for (const word of field) if (word.startsWith(term)) { best = Math.max(best, weight * .6); break; }
      }
      if (best) matched++;
      total += best;
    }
    // All words of a phrase that is known to ask for this page.
    const phrase = entry.phrases.find(list => list.every(word => terms.includes(word)));
    if (phrase) { total += 160 * phrase.length; matched = terms.length; }
    else if (entry.questions.has(text)) { total += 320; matched = terms.length; }
    if (!matched) return 0;
    if (entry.title.toLowerCase() === text) total += 80;
    else if (entry.title.toLowerCase().startsWith(text)) total += 10;
    if (entry.isArticle) total += 24 * matched;
    if (entry.kind.startsWith("Extended")) total *= .7;
    // A short name is more likely to be meant than a long one.
    return total * (matched / terms.length) ** 2 - Math.min(8, entry.title.length / 12);
  }
  function find(terms, text) {
    if (!terms.length) return [];
    const name = text.trim().toLowerCase();
    // Deprecated symbols, and those of earlier libraries, are last, unless one is asked for by its name.
    const isLast = entry => entry.status !== "" && entry.title.toLowerCase() !== name;
    return entries.map(entry => [score(entry, terms, name) * (entry.status ? .5 : 1), entry]).filter(([value]) => value > 0)
      .sort(([a, one], [b, other]) => isLast(one) - isLast(other) || b - a).slice(0, 40).map(([, entry]) => entry);
  }

  const input = make("input", { type: "search", placeholder: "Search: fetch, cancel, undo, TestStore …", autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", "Search the documentation");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-controls", "site-search-results");
  input.setAttribute("aria-expanded", "true");
  const list = make("ol", { id: "site-search-results", role: "listbox" }), count = make("output");
  list.setAttribute("aria-label", "Results");
  const form = make("form", {}, input, make("button", { type: "button", textContent: "Close", onclick: () => dialog.close() }));
  const dialog = make("dialog", { id: "site-search" }, form, list, count);
  dialog.setAttribute("aria-label", "Search");
  let chosen = 0, asked = 0;
  function choose(index) {
    const rows = [...list.children];
    chosen = Math.max(0, Math.min(index, rows.length - 1));
    rows.forEach((row, at) => row.setAttribute("aria-selected", String(at === chosen)));
    if (rows[chosen]) { rows[chosen].scrollIntoView({ block: "nearest" }); input.setAttribute("aria-activedescendant", rows[chosen].id); }
    else input.removeAttribute("aria-activedescendant");
  }
  async function show() {
    const question = ++asked;
    try { await load(); } catch { count.textContent = "The search index could not be loaded."; return; }
    if (question !== asked) return;
    const terms = meaningful(input.value).map(corrected), other = terms.filter(term => !meaningful(input.value).includes(term));
    const found = find(terms, input.value);
    list.replaceChildren(...found.map((entry, at) => {
      const part = section(entry, terms);
      const place = entry.status === "legacy" ? "PureduxCompatibility, for old programs" : entry.parent || entry.module;
      const link = make("a", { href: base + entry.url + (part?.anchor ? "#" + part.anchor : ""), tabIndex: -1 },
        make("b", { className: entry.isCode ? "code" : "", textContent: entry.title }), ...(part?.heading ? [make("em", { textContent: part.heading })] : []),
        make("small", { textContent: [entry.kind, entry.status === "deprecated" && "deprecated", place].filter(Boolean).join(" · ") }),
        make("p", { textContent: part?.excerpt || entry.summary }));
      const row = make("li", { id: "site-search-" + at, role: "option" }, link);
      row.addEventListener("click", () => dialog.close());
      return row;
    }));
    count.textContent = !input.value.trim() ? "Type a task, or the name of a type or method."
      : found.length ? `${found.length === 40 ? "The best 40" : found.length} ${found.length === 1 ? "result" : "results"}`
      : words(input.value).length > 1 ? "Nothing found. Try fewer words." : "Nothing found.";
    if (found.length && other.length) count.prepend(`For “${other.join(" ")}”: `);
    if (found.length) count.append(make("span", { className: "keys", textContent: " · ↑ ↓ Enter" }));
    choose(0);
  }
  function open(text = "") {
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    if (text) input.value = text;
    input.select();
    show();
  }
  input.addEventListener("input", show);
  form.addEventListener("submit", event => { event.preventDefault(); list.children[chosen]?.querySelector("a").click(); });
  input.addEventListener("keydown", event => {
    // In a search field, Escape would only clear the text.
    if (event.key === "Escape") { event.preventDefault(); dialog.close(); return; }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); choose(chosen + step); }
  });
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  // Before the documentation's own shortcut, which filters the sidebar of one module.
  addEventListener("keydown", event => {
    const target = event.composedPath()[0];
    if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey) return;
    // The focus stays in the field of a closed search until the page is drawn.
    const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (isTyping && (target !== input || dialog.open)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  }, true);
  // The header of a page is in a shadow tree.
  addEventListener("click", event => {
    if (event.composedPath().some(node => node instanceof Element && node.matches("[data-search]"))) { event.preventDefault(); open(); }
  }, true);
  const text = new URLSearchParams(location.search).get("search");
  if (text !== null) addEventListener("DOMContentLoaded", () => open(text));
})();
