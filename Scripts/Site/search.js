// The search over all modules, articles and symbols. It loads its index when it is opened for the first time.
"use strict";
(() => {
  const base = document.currentScript.dataset.base;
  const make = (name, attributes = {}, ...children) => {
    const node = Object.assign(document.createElement(name), attributes);
    node.append(...children);
    return node;
  };
  const ignored = new Set("a an and are as at be by can do does for from how i in is it its my of on one or the to what when which with".split(" "));
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

  let entries = null;
  async function load() {
    if (entries) return;
    const rows = await (await fetch(base + "/search-index.json")).json();
    entries = rows.map(([title, kind, module, url, parent, summary, headings, body, phrases, deprecated]) => {
      // Articles answer questions, so their summaries and headings weigh almost as much as the names of symbols.
      const isArticle = kind === "Article" || kind === "Module";
      return {
        title, kind, module, url, parent, summary, isArticle, isDeprecated: deprecated !== "",
        isCode: !isArticle && kind !== "About" && kind !== "Tutorial",
        phrases: phrases.split("\n").map(phrase => meaningful(phrase)).filter(list => list.length),
        fields: [[parts(title), 60], [words(summary), isArticle ? 50 : 20], [parts(headings), isArticle ? 45 : 26], [parts(parent), 12], [body.split(" "), 8]]
          .map(([list, weight]) => [new Set(list.map(stem)), weight]),
      };
    });
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
    if (!matched) return 0;
    if (entry.title.toLowerCase() === text) total += 80;
    else if (entry.title.toLowerCase().startsWith(text)) total += 10;
    if (entry.isArticle) total += 24 * matched;
    if (entry.kind.startsWith("Extended")) total *= .7;
    // A short name is more likely to be meant than a long one.
    return total * (matched / terms.length) ** 2 - Math.min(8, entry.title.length / 12);
  }
  function find(text) {
    const terms = meaningful(text);
    if (!terms.length) return [];
    const name = text.trim().toLowerCase();
    // Deprecated symbols are last, unless one is asked for by its name.
    const isLast = entry => entry.isDeprecated && entry.title.toLowerCase() !== name;
    return entries.map(entry => [score(entry, terms, name) * (entry.isDeprecated ? .5 : 1), entry]).filter(([value]) => value > 0)
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
    const found = find(input.value);
    list.replaceChildren(...found.map((entry, at) => {
      const link = make("a", { href: base + entry.url, tabIndex: -1 }, make("b", { className: entry.isCode ? "code" : "", textContent: entry.title }),
        make("small", { textContent: [entry.kind, entry.isDeprecated && "deprecated", entry.parent || entry.module].filter(Boolean).join(" · ") }), make("p", { textContent: entry.summary }));
      const row = make("li", { id: "site-search-" + at, role: "option" }, link);
      row.addEventListener("click", () => dialog.close());
      return row;
    }));
    count.textContent = !input.value.trim() ? "Type a task, or the name of a type or method."
      : found.length ? `${found.length === 40 ? "The best 40" : found.length} ${found.length === 1 ? "result" : "results"}`
      : words(input.value).length > 1 ? "Nothing found. Try fewer words." : "Nothing found.";
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
