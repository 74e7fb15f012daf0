"use strict";

// Small things

const $ = id => document.getElementById(id);
/** Formats 1234567 as 1,234,567. (Creating an Intl.NumberFormat would take a fifth of the script's startup time.) */
const grouped = count => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (count, one, many = one + "s") => `${grouped(count)} ${count === 1 ? one : many}`;

/** Creates an element. Text is set as textContent, because the page's policy forbids markup created from strings. */
function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") node.textContent = value;
    else if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined));
  return node;
}
function draw(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") node.textContent = value; else if (value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}
function setText(node, text) { if (node.textContent !== text) node.textContent = text; }

/** Formats a duration in nanoseconds with a readable unit. */
function duration(ns) {
  if (ns < 1e3) return `${ns} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toFixed(1)} µs`;
  if (ns < 1e9) return `${(ns / 1e6).toFixed(1)} ms`;
  return `${(ns / 1e9).toFixed(2)} s`;
}
/** Formats a time in microseconds since the start of the recording, for example as 1:02:03.456. */
function clock(us) {
  const ms = Math.floor(us / 1000), pad = (value, width) => String(value).padStart(width, "0");
  const [h, m, s] = [Math.floor(ms / 3.6e6), Math.floor(ms / 6e4) % 60, Math.floor(ms / 1000) % 60];
  return `${h ? h + ":" : ""}${pad(m, 2)}:${pad(s, 2)}.${pad(ms % 1000, 3)}`;
}
/** Returns the length of the name at the start of a text: 7 for "addTodo(id: 3)". */
function nameEnd(text) {
  const end = text.search(/[^\p{L}\p{N}_.]/u);
  return end < 0 ? text.length : end;
}
/** Throttles calls: runs the body at most once per interval, and after the last call. */
function limited(milliseconds, body) {
  let timer = 0, last = 0;
  return () => {
    if (timer) return;
    timer = setTimeout(() => { timer = 0; last = performance.now(); body(); }, Math.max(0, last + milliseconds - performance.now()));
  };
}

// The program, or a session embedded in this file

const hash = new URLSearchParams(location.hash.slice(1));
const session = $("session") ? JSON.parse($("session").textContent) : null;
if (hash.get("key")) {
  sessionStorage.setItem("key", hash.get("key"));
  hash.delete("key");
  history.replaceState(null, "", "#" + hash);
}
const key = sessionStorage.getItem("key");

class Refused extends Error {
  constructor(status, sentence) { super(sentence); this.status = status; }
}
/** Thrown if the program has ended or its response was lost: browsers abort all requests when the network changes. */
class Unanswered extends Error {
  constructor() { super("the program does not answer"); }
}
const unanswered = () => { throw new Unanswered(); };
async function request(path, options = {}) {
  const answer = await fetch("/api/" + path, { ...options, headers: { Authorization: "Bearer " + key } }).catch(unanswered);
  if (!answer.ok) {
    const { error } = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, error ?? answer.statusText);
  }
  return answer;
}
function query(values) {
  return Object.entries(values).filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}
/** The latest answers, which are displayed again after the program has ended. */
const answers = new Map(), MOST_ANSWERS = 600;
function remember(question, answer) {
  answers.delete(question);
  answers.set(question, answer);
  if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value);
}
const hasEnded = () => !session && !isConnected && log.length > 0;
const ENDED = "not available: the program has ended";
async function ask(path, values = {}) {
  if (session) return askSession(path, values);
  const question = `${path}?${query(values)}`, { run } = status;
  for (let attempt = 1; ; attempt++) {
    if (hasEnded()) return answers.get(question) ?? askLog(path, values);
    try {
      const answer = await (await request(question)).json().catch(unanswered);
      if (path !== "events" && status.run === run) remember(question, answer);
      return answer;
    } catch (error) {
      if (attempt === 3 || !(error instanceof Unanswered)) throw error;
      await new Promise(done => setTimeout(done, 100 * attempt));
    }
  }
}
let lastCommand = Promise.resolve();
/**
 * Sends a command when the previous one has completed, and resolves to an error message or null.
 *
 * On two connections, commands could arrive out of order.
 */
function command(path, values = {}, body) {
  return lastCommand = lastCommand.then(() => perform(path, values, body));
}
/** Ignores the response's body: the live stream reports the command's changes, and may already have newer data. */
async function perform(path, values, body) {
  try {
    await (await request(`${path}?${query(values)}`, { method: "POST", body })).text().catch(unanswered);
    return null;
  } catch (error) { return error.message; }
}

/** Answers a request from the events that the page has received, as far as they say it. */
function askLog(path, values) {
  const row = number => eventRow(log.find(number));
  switch (path) {
    case "event": return { ...row(values.event), value: null };
    case "causes": {
      const chain = [];
      for (let at = log.cause(log.find(values.event)); at && log.find(at) >= 0; at = log.cause(log.find(at))) chain.push(row(at));
      return chain;
    }
    case "effects": {
      const found = [];
      for (let at = log.first; at < log.end; at++) if (log.cause(at) === values.event) found.push(eventRow(at));
      return found;
    }
    case "difference": return { total: 0, changes: [], unknown: true };
    default: throw new Refused(404, ENDED);
  }
}
/** Answers a request from the session embedded in a report. */
function askSession(path, values) {
  const kept = session.details[values.event] ?? {};
  switch (path) {
    case "stores": return session.stores;
    case "events": return { columns: session.columns };
    case "event": return { ...askLog(path, values), value: kept.value ?? null };
    case "causes": case "effects": return askLog(path, values);
    case "difference": return { total: kept.changes?.length ?? 0, changes: kept.changes ?? [], unknown: !kept.changes };
    case "work": return session.work;
    case "state": {
      let value = session.states[values.store];
      if (!value) throw new Refused(404, "there was no such store then");
      for (const name of names(values.path ?? "")) value = value?.items?.find(item => item.name === name);
      if (!value) throw new Refused(404, "there is no value at this path");
      return { ...value, total: value.items?.length ?? 0, from: 0, items: (value.items ?? []).map(item => ({ ...item, count: item.items?.length ?? 0 })) };
    }
    default: throw new Refused(404, "a report does not contain this");
  }
}
const joined = path => path.map(name => name.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
const names = path => path.split("/").filter(Boolean).map(name => name.replaceAll("~1", "/").replaceAll("~0", "~"));

// The log: one ring buffer per column, so that 100,000 events take about a dozen arrays instead of 100,000 objects

const kinds = ["action", "dropped", "replaced", "storeMade", "storeGone", "workStarted", "workEnded", "workFailed", "workCancelled", "computed", "misuse"];
const kindWords = ["Action", "Dropped", "State replaced", "Store created", "Store released", "Work started", "Work ended", "Work failed", "Work cancelled", "Selector", "Misuse"];
/** Whether rows show the text of events of this kind. They do not for a store's creation, release or replaced state. */
const saysMore = kind => kind < 2 || kind > 4;
/** "Optional<Draft>" as "Draft?". */
const typeName = text => text.replace(/^Optional<(.+)>$/, "$1?");
const worded = (kind, text) => kind === 3 ? `Created the ${text.replace(/^store of (.+)$/, (_, type) => "store of " + typeName(type))}` : [kind === 0 ? "" : kindWords[kind], saysMore(kind) ? text : ""].filter(Boolean).join(" ");
const CAPACITY = 1 << 17, MASK = CAPACITY - 1, SLOW = 1e6;

const log = {
  first: 0,  // Positions count from 0 and never change. Event numbers come from the program and may have gaps.
  end: 0,
  numbers: new Float64Array(CAPACITY), kinds: new Uint8Array(CAPACITY), stores: new Float64Array(CAPACITY), causes: new Float64Array(CAPACITY),
  began: new Float64Array(CAPACITY), waited: new Float64Array(CAPACITY), reducing: new Float64Array(CAPACITY), publishing: new Float64Array(CAPACITY),
  observers: new Uint16Array(CAPACITY), texts: new Array(CAPACITY), ends: new Uint16Array(CAPACITY),
  slowest: 0,

  get length() { return this.end - this.first; },
  get lastNumber() { return this.length ? this.numbers[(this.end - 1) & MASK] : 0; },
  number(position) { return this.numbers[position & MASK]; },
  text(position) { return this.texts[position & MASK]; },
  label(position) { return this.texts[position & MASK].slice(0, this.ends[position & MASK]); },
  store(position) { return this.stores[position & MASK]; },
  kind(position) { return this.kinds[position & MASK]; },
  cause(position) { return this.causes[position & MASK]; },
  took(position) { return this.reducing[position & MASK] + this.publishing[position & MASK]; },

  append(columns, from = 0, to = columns.event.length) {
    for (let i = from; i < Math.min(to, columns.event.length); i++) {
      const at = this.end++ & MASK, text = columns.text[i];
      this.numbers[at] = columns.event[i]; this.kinds[at] = columns.kind[i]; this.stores[at] = columns.store[i]; this.causes[at] = columns.cause[i];
      this.began[at] = columns.began[i]; this.waited[at] = columns.waited[i]; this.reducing[at] = columns.reducing[i]; this.publishing[at] = columns.publishing[i];
      this.observers[at] = columns.observers[i]; this.texts[at] = text; this.ends[at] = nameEnd(text);
      const took = columns.reducing[i] + columns.publishing[i];
      if (took > this.slowest) this.slowest = took;
    }
    this.first = Math.max(this.first, this.end - CAPACITY);
  },
  /** Discards the events that the program has discarded. */
  forget(before) { while (this.first < this.end && this.number(this.first) < before) this.first++; },
  clear() { this.first = this.end; this.slowest = 0; },
  /** The position of the event with this number, or of the last one before it; -1 if there is none. */
  atOrBefore(number) {
    let low = this.first, high = this.end;
    while (low < high) { const middle = (low + high) >> 1; if (this.number(middle) <= number) low = middle + 1; else high = middle; }
    return low > this.first ? low - 1 : -1;
  },
  find(number) {
    const position = this.atOrBefore(number);
    return position >= 0 && this.number(position) === number ? position : -1;
  },
};
function eventRow(position) {
  const at = position & MASK;
  return { event: log.numbers[at], kind: kinds[log.kinds[at]], store: log.stores[at], text: log.texts[at], cause: log.causes[at] || undefined, began: log.began[at], waited: log.waited[at], reducing: log.reducing[at], publishing: log.publishing[at], observers: log.observers[at] };
}

// Stores: names, and a color for each kind of state

let stores = new Map();
const hues = new Map();
const hue = id => {
  const kind = stores.get(id)?.state;
  // A store whose state type is not known yet is gray, and uses up none of the colors.
  if (kind === undefined) return 7;
  if (!hues.has(kind)) hues.set(kind, hues.size % 8);
  return hues.get(kind);
};
const storeTitle = id => stores.get(id)?.title ?? `store ${id}`;
const isGone = id => !!stores.get(id)?.gone;
const storeOption = store => make("option", { value: store.store, text: store.title + (store.gone ? " (gone)" : "") });
const swatch = id => make("span", { class: `swatch hue${hue(id)}${isGone(id) ? " gone" : ""}`, text: storeTitle(id), title: isGone(id) ? "This store no longer exists." : null });
/** Creates options for the first 300 stores, and for the chosen store if it is not one of them. */
function storeOptions(chosen) {
  const listed = [...stores.values()].slice(0, 300);
  if (chosen !== null && !listed.some(one => one.store === chosen)) listed.push({ store: chosen, title: storeTitle(chosen) });
  return listed.map(storeOption);
}
let storesKnown = -1, storeQuestions = 0, storesAnswered = 0;
async function learnStores(anew = false) {
  const { end } = log, { run } = status, question = ++storeQuestions;
  if (!anew && storesKnown === end) return;
  const list = await ask("stores");
  // Responses may arrive out of order, or come from a previous run of the program.
  if (question < storesAnswered || status.run !== run) return;
  [storesAnswered, storesKnown] = [question, end];
  stores = new Map(list.map(store => [store.store, store]));
  for (const store of list) hue(store.store);
  const choice = $("filter-store"), wanted = choice.value;
  const options = list.filter(store => !store.gone || String(store.store) === wanted).slice(0, 300);
  const stamp = options.map(store => store.store + store.title + store.gone).join();
  if (choice.dataset.stamp !== stamp) {
    choice.dataset.stamp = stamp;
    choice.replaceChildren(make("option", { value: "", text: "All stores" }), ...options.map(storeOption));
    choice.value = wanted;
  }
}

// The view: the rows of the events that pass the filter, with each burst folded into one row

const view = {
  text: "", store: "", kind: "", fold: true,
  rows: new Int32Array(1024), runs: new Int32Array(1024), head: 0, tail: 0, seen: 0, matches: 0,
  unfolded: new Set(),  // The unfolded bursts, each identified by the number of its first event.
  isUnfolded: false,  // Whether the last burst is unfolded.

  get length() { return this.tail - this.head; },
  get isFiltered() { return this.text !== "" || this.store !== "" || this.kind !== ""; },
  accepts(position) {
    const kind = log.kind(position);
    if (this.store !== "" && log.store(position) !== this.storeNumber) return false;
    switch (this.kind) {
      case "actions": if (kind !== 0) return false; break;
      case "outside": if (kind !== 0 || log.cause(position)) return false; break;
      case "caused": if (kind !== 0 || !log.cause(position)) return false; break;
      case "work": if (kind < 5 || kind > 8) return false; break;
      case "stores": if (kind < 2 || kind > 4) return false; break;
      case "trouble": if (kind !== 7 && kind !== 10 && kind !== 1) return false; break;
      case "slow": if (log.took(position) < SLOW) return false; break;
    }
    return this.text === "" || log.text(position).toLowerCase().includes(this.text);
  },
  alike(one, other) { return log.kind(one) === log.kind(other) && log.store(one) === log.store(other) && log.label(one) === log.label(other); },
  /** Adds the events that the log has received since the last call. */
  extend() {
    for (this.seen = Math.max(this.seen, log.first); this.seen < log.end; this.seen++) {
      if (!this.accepts(this.seen)) continue;
      this.matches++;
      const isAlike = this.fold && this.tail > this.head && this.alike(this.seen, this.rows[this.tail - 1]);
      if (isAlike && !this.isUnfolded) { this.runs[this.tail - 1]++; continue; }
      if (!isAlike) this.isUnfolded = this.unfolded.has(log.number(this.seen));
      if (this.tail === this.rows.length) this.grow();
      this.rows[this.tail] = this.seen;
      this.runs[this.tail++] = 1;
    }
  },
  grow() {
    const live = this.length, size = live * 2 > this.rows.length ? this.rows.length * 2 : this.rows.length;
    for (const name of ["rows", "runs"]) {
      const old = this[name], next = size === old.length ? old : new Int32Array(size);
      next.set(old.subarray(this.head, this.tail));
      this[name] = next;
    }
    this.head = 0; this.tail = live;
  },
  /** Drops the rows whose events the log has discarded, and returns the number of dropped rows. */
  trim() {
    let gone = 0;
    while (this.head < this.tail && this.rows[this.head] + this.runs[this.head] <= log.first && this.rows[this.head] < log.first) { this.matches -= this.runs[this.head++]; gone++; }
    return gone;
  },
  rebuild() { this.head = this.tail = this.matches = 0; this.seen = log.first; this.extend(); },
  row(index) { return this.rows[this.head + index]; },
  run(index) { return this.runs[this.head + index]; },
  /** The index of the last row that starts at or before this position. */
  indexOf(position) {
    let low = this.head, high = this.tail;
    while (low < high) { const middle = (low + high) >> 1; if (this.rows[middle] <= position) low = middle + 1; else high = middle; }
    return Math.max(0, low - 1 - this.head);
  },
};

// The list

const list = $("list"), canvas = $("canvas"), ROW = 26, pool = [];
let status = { first: 1, last: 0, position: null, paused: false, skipped: [], control: false };
let skipped = new Set(), following = true, selected = -1, marked = 0, newestSeen = 0;
let choices = 0;     // The number of times that an event was selected or the user scrolled the list.
let listHeight = 0, canvasHeight = -1, frame = 0;
let scrolled = 0;    // A copy of the list's scroll position: reading the original during a paint would force a layout.
let revealing = "";  // "nearest", "centre", or "far" (to the center unless it is in view) if the next paint has to scroll to the chosen row.

function repaint() { if (!frame) frame = requestAnimationFrame(() => { frame = 0; paint(); }); }

function rowElement() {
  const cell = name => make("span", { class: name });
  const [number, what, who, at, took] = ["number", "what", "who", "at", "took"].map(cell);
  const [label, rest, count, path, value] = [make("b"), make("i"), make("em"), make("span"), make("span")], change = make("small", {}, path, value);
  what.append(make("span", {}, label, rest), count, change);
  const node = make("div", { role: "option", id: "row-" + pool.length, "aria-setsize": "-1" }, number, what, who, at, took);
  canvas.append(node);
  return { node, number, label, rest, count, change, path, value, who, at, took, stamp: "" };
}

/** The index of the selected event's row; -1 if the view has no row for the event. */
const chosenRow = () => selected >= log.first && view.length && view.accepts(selected) ? view.indexOf(selected) : -1;
/** Computes the list's next scroll position. Only a paint calls this, after it has updated the rows. */
function placeToScroll(gone) {
  let top = following ? canvasHeight : scrolled - gone * ROW;
  if (!following && revealing && listHeight && view.length) {
    const row = view.indexOf(selected) * ROW, isInView = top <= row && row + ROW <= top + listHeight;
    if (revealing !== "far" || !isInView) top = revealing !== "nearest" ? row + ROW / 2 - listHeight / 2 : Math.max(row + ROW - listHeight, Math.min(top, row));
    revealing = "";
  }
  return Math.max(0, Math.min(top, canvasHeight - listHeight));
}

function paint() {
  view.extend();
  const gone = view.trim(), height = view.length * ROW, isResized = height !== canvasHeight;
  canvasHeight = height;
  const top = placeToScroll(gone);
  if (isResized) canvas.style.height = height + "px";
  rowsInView = [Math.floor(top / ROW), Math.ceil((top + listHeight) / ROW)];
  learnChangesSoon();
  const from = Math.max(0, Math.floor(top / ROW) - 4), count = Math.ceil(listHeight / ROW) + 8;
  while (pool.length < count) pool.push(rowElement());
  const chosen = chosenRow();
  let active = "";
  for (let i = 0; i < pool.length; i++) {
    // Row i is drawn by element i modulo the pool's size, so scrolling by one row updates only one element.
    const index = from + ((i - from) % pool.length + pool.length) % pool.length;
    if (index >= view.length || index >= from + count) { if (pool[i].stamp) { pool[i].node.hidden = true; pool[i].stamp = ""; } continue; }
    if (paintRow(pool[i], index, index === chosen)) active = pool[i].node.id;
  }
  if (active) list.setAttribute("aria-activedescendant", active); else list.removeAttribute("aria-activedescendant");
  paintFacts(chosen, top);
  placeSlider();
  // Scrolling forces a layout, so it comes after all other changes: they are then laid out only once per frame.
  if (top !== scrolled) list.scrollTop = scrolled = top;
}

function paintRow(row, index, isChosen) {
  const position = view.row(index), run = view.run(index), number = log.number(position), last = run > 1 ? lastNumberOfRun(index) : number;
  const at = position & MASK, kind = log.kinds[at], took = log.took(position), here = status.position;
  const state = [isChosen && "chosen", skipped.size && isAnySkipped(number, last) && "skipped", here !== null && number > here && "future", here !== null && number <= here && here <= last && "here", marked && number <= marked && marked <= last && "marked"].filter(Boolean).join(" ");
  const id = log.stores[at], [path, value] = changeTexts.get(last) ?? NO_CHANGE;
  const stamp = `${position}.${run}.${state}.${index}.${storeTitle(id)}.${isGone(id)}.${path}${value}`;
  if (row.stamp === stamp) return isChosen;
  row.stamp = stamp;
  const mood = kind === 7 || kind === 10 ? "trouble" : kind > 4 && kind < 9 ? "work" : kind > 0 ? "quiet" : log.causes[at] ? "caused" : "";
  row.node.hidden = false;
  row.node.style.transform = `translateY(${index * ROW}px)`;
  row.node.className = `row hue${hue(log.stores[at])} ${mood} ${took >= SLOW ? "slow" : ""} ${state}`;
  row.node.setAttribute("aria-selected", String(isChosen));
  row.node.setAttribute("aria-posinset", index + 1);
  row.node.dataset.number = number;
  setText(row.number, String(number));
  const end = log.ends[at], text = log.texts[at], prefix = kind === 0 || kind > 8 ? "" : kindWords[kind] + " ";
  setText(row.label, prefix + (saysMore(kind) ? text.slice(0, end) : ""));
  setText(row.rest, run > 1 || !saysMore(kind) ? "" : text.slice(end));
  row.count.hidden = run < 2;
  if (run > 1) setText(row.count, "× " + grouped(run));
  setText(row.path, path);
  setText(row.value, value);
  row.change.hidden = !value;
  setText(row.who, storeTitle(id));
  row.who.classList.toggle("gone", isGone(id));
  setText(row.at, clock(log.began[at]));
  const isTimed = took > 0;
  setText(row.took, isTimed ? duration(took) : "");
  row.took.style.backgroundSize = isTimed ? `${Math.round(Math.min(100, Math.max(4, Math.log10(took / 100) * 20)))}% 2px` : "0";
  return isChosen;
}
const isAnySkipped = (from, to) => from === to ? skipped.has(from) : [...skipped].some(number => from <= number && number <= to);
// What the events in view have changed, one line for each

const changeTexts = new Map(), MOST_CHANGES = 2000, NO_CHANGE = ["", ""];
let isLearningChanges = false, rowsInView = [0, 0];
const learnChangesSoon = limited(250, learnChanges);
/** Asks for the changes of the rows in view, the newest first, unless events arrive faster than they can be read. */
async function learnChanges() {
  if (isLearningChanges || isPulling || hasEnded() || rate() > 30) return;
  isLearningChanges = true;
  try {
    for (let index = Math.min(rowsInView[1], view.length) - 1; index >= rowsInView[0] && index < view.length; index--) {
      const position = view.row(index), number = view.run(index) > 1 ? lastNumberOfRun(index) : log.number(position);
      if (log.kind(position) > 2 || changeTexts.has(number)) continue;
      if (rate() > 30) break;
      const { changes, total } = await ask("difference", { event: number });
      changeTexts.set(number, changeLine(changes, total));
      if (changeTexts.size > MOST_CHANGES) changeTexts.delete(changeTexts.keys().next().value);
      repaint();
    }
  } catch { /* The rows are displayed without their changes. */ } finally { isLearningChanges = false; }
}
/** The last part of the first change's path, the new value, and how many other values have changed. */
function changeLine(changes, total) {
  if (!changes.length) return NO_CHANGE;
  const { path, before, after } = changes[0], more = total > 1 ? ` (+${grouped(total - 1)})` : "";
  return [path.match(/[^.]*$/)[0] || "the state", (after === undefined ? " removed" : before === undefined ? ` + ${after}` : ` → ${after}`) + more];
}

function lastNumberOfRun(index) {
  return index + 1 < view.length ? log.number(view.row(index + 1) - 1) : log.lastNumber;
}

const controls = [...document.querySelectorAll(".control")];
const marks = [];
function rate() {
  const now = performance.now();
  while (marks.length > 2 && now - marks[0][0] > 2000) marks.shift();
  if (marks.length < 2 || now - marks.at(-1)[0] > 1500) return 0;
  const seconds = (marks.at(-1)[0] - marks[0][0]) / 1000;
  return seconds > .2 ? Math.round((marks.at(-1)[1] - marks[0][1]) / seconds) : 0;
}
function paintFacts(chosen, top) {
  setText($("fact-events"), grouped(log.length));
  setText($("fact-rate"), grouped(rate()) + "/s");
  setText($("fact-slowest"), log.slowest ? duration(log.slowest) : "–");
  const forgotten = status.first - 1;
  setText($("summary"), !log.length ? "" : [
    view.isFiltered ? `${grouped(view.matches)} of ${plural(log.length, "event")}` : plural(log.length, "event"),
    view.length < view.matches ? plural(view.length, "row") : "",
    forgotten > 0 ? `${grouped(forgotten)} older ones are no longer kept` : "",
  ].filter(Boolean).join(" · "));
  const newer = log.end - newestSeen;
  $("newest").hidden = following || newer <= 0;
  // The button moves to the top if it would cover the chosen row.
  $("newest").classList.toggle("above", chosen >= 0 && (chosen + 1) * ROW > top + listHeight - 50);
  if (!following) setText($("newest").lastElementChild, `+${grouped(newer)}`);
  setText($("where"), selected >= log.first && log.length ? `#${log.number(selected)} · ${clock(log.began[selected & MASK])}` : "");
  const isPast = status.position !== null || status.paused, isOver = hasEnded();
  for (const id of ["back", "forth", "slider"]) $(id).disabled = !log.length;
  for (const id of ["jump", "skip"]) $(id).disabled = isOver || !log.length || !isReplayable(selected);
  for (const id of ["scrub", "resume", "resume-here", "export-report", "export-story"]) $(id).disabled = isOver;
  for (const node of controls) node.hidden = !status.control;
  $("exports-ended").hidden = !isOver;
  $("pause").disabled = isPast || isOver;
  $("resume").hidden = $("resume-here").hidden = !status.control || !isPast;
  $("readonly").hidden = status.control || !!session || !log.length;
  setText($("skip"), skipped.has(numberOfSelected()) ? "Unskip" : "Skip");
  paintEmpty();
}
function paintEmpty() {
  const [title, words, code] = $("empty").children;
  let said = null;
  if (!session && (!key || refused)) said = refused && key ? ["Invalid key", "The program has a new key each time it starts. Open the address that it printed last.", "http://127.0.0.1:PORT/#key=…"] : ["This address has no key", "Open the address that the program printed. It ends in a key that only you have.", "http://127.0.0.1:PORT/#key=…"];
  // No message is displayed without a connection, or while events are still loading.
  else if (!log.length && (!session && !isConnected || log.lastNumber < status.last)) said = null;
  else if (!log.length) said = ["Nothing has happened yet", "The first action that the program dispatches appears here.", "store.dispatch(.increment)"];
  else if (!view.length) said = ["No event matches", "Change the filter, or clear it with Escape.", ""];
  $("empty").hidden = !said;
  if (said && title.textContent !== said[0]) [title, words, code].forEach((node, i) => { node.textContent = said[i]; });
}
const numberOfSelected = () => selected >= log.first && log.length ? log.number(selected) : 0;
const isReplayable = position => position >= log.first && position < log.end;

// Choosing an event

function select(position, { keepFollowing = false, reveal = "nearest" } = {}) {
  if (!log.length) return;
  position = Math.min(Math.max(position, log.first), log.end - 1);
  if (!keepFollowing && following) stopFollowing();
  selected = position;
  choices++;
  wanted = 0;
  nextFocus = "";
  if (!following) revealing = reveal;
  repaint();
  showSoon();
  if (!following) { keepLink(); scrubSoon(); }
}
function stopFollowing() { following = false; newestSeen = log.end; }
function followNewest() { following = true; if (log.length) select(log.end - 1, { keepFollowing: true }); }
function selectNumber(number, options = { reveal: "far" }) { const position = log.find(number); if (position >= 0) select(position, options); }
function move(rows) {
  if (!view.length) return;
  const at = selected >= 0 ? view.indexOf(selected) : view.length - 1;
  select(view.row(Math.min(Math.max(at + rows, 0), view.length - 1)));
}
let linkTimer = 0;
function keepLink() {
  // Browsers limit how often a page can change its address.
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => history.replaceState(null, "", `#e=${numberOfSelected()}&tab=${tab}`), 400);
}
function toggleFold() {
  if (selected < 0 || !view.length) return;
  const index = view.indexOf(selected);
  if (view.run(index) > 1) view.unfolded.add(log.number(view.row(index)));
  else {
    let start = index;
    while (start > 0 && !view.unfolded.has(log.number(view.row(start))) && view.alike(view.row(start - 1), selected)) start--;
    if (!view.unfolded.delete(log.number(view.row(start)))) return;
  }
  view.rebuild();
  select(selected);
}

let userScrolled = 0;
list.addEventListener("scroll", () => {
  const isOwn = Math.abs(list.scrollTop - scrolled) < 1;
  scrolled = list.scrollTop;
  if (!isOwn && performance.now() < userScrolled) {
    choices++;
    const isAtEnd = scrolled + listHeight >= canvasHeight - ROW;
    if (!isAtEnd && following) stopFollowing(); else if (isAtEnd && !following && !session) following = true;
  }
  repaint();
}, { passive: true });
for (const [name, time] of [["wheel", 400], ["touchmove", 1500], ["pointerdown", 5000]]) {
  list.addEventListener(name, event => {
    // Pressing a row selects it. Only a press on the list itself can drag the scroll bar.
    if (name !== "pointerdown" || event.target === list) userScrolled = performance.now() + time;
  }, { passive: true });
}
const rowOf = event => event.target.closest("[data-number]");
let pressed = 0;  // The event under the pointer when it was pressed: the rows may move before it is released.
list.addEventListener("pointerdown", event => { pressed = +(rowOf(event)?.dataset.number ?? 0); });
list.addEventListener("click", event => {
  const number = pressed || +(rowOf(event)?.dataset.number ?? 0);
  pressed = 0;
  if (number) selectNumber(number);
});
list.addEventListener("dblclick", event => { if (rowOf(event)) toggleFold(); });
list.addEventListener("keydown", event => {
  const page = Math.max(1, Math.floor(listHeight / ROW) - 1);
  const moves = { ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(page), PageUp: () => move(-page), Home: () => move(-view.length), End: followNewest, Enter: toggleFold };
  if (!moves[event.key] || event.metaKey || event.ctrlKey || event.altKey) return;
  event.preventDefault();
  moves[event.key]();
});
new ResizeObserver(() => {
  // If the chosen row was visible before the resize, it stays visible.
  const row = chosenRow() * ROW;
  if (!following && row >= 0 && row + ROW > scrolled && row < scrolled + listHeight) revealing ||= "nearest";
  listHeight = list.clientHeight;
  document.querySelector(".columns").style.paddingRight = 12 + list.offsetWidth - list.clientWidth + "px";
  repaint();
  paintBarsSoon();
  if (tab === "work") showSoon();
}).observe(list);

// The timeline: the rate of events by store. All bars cover equally many events, so that they match the slider's axis

const slider = $("slider"), bars = $("bars");
function placeSlider() {
  const stamp = `${log.first} ${log.end} ${selected}`;
  if (slider.dataset.stamp === stamp) return;
  slider.dataset.stamp = stamp;
  slider.min = log.first; slider.max = Math.max(log.first, log.end - 1);
  if (selected >= log.first) { slider.value = selected; slider.setAttribute("aria-valuetext", `#${numberOfSelected()} ${log.label(selected)}`); }
}
const paintBarsSoon = limited(300, paintBars);
function paintBars() {
  const width = bars.clientWidth, count = log.length, H = 44;
  if (!width || count < 2) { bars.replaceChildren(); return; }
  const bins = Math.max(1, Math.min(Math.floor(width / 4), count)), W = width / bins;
  const rates = new Float64Array(bins), parts = new Float64Array(bins * 8), slow = new Float64Array(bins);
  for (let b = 0; b < bins; b++) {
    const from = log.first + Math.floor(b * count / bins), to = log.first + Math.floor((b + 1) * count / bins);
    for (let position = from; position < to; position++) {
      parts[b * 8 + hue(log.stores[position & MASK])]++;
      slow[b] = Math.max(slow[b], log.took(position));
    }
    // Since the event before the bar: the first event of all has none, and therefore no rate.
    const time = log.began[(to - 1) & MASK] - log.began[Math.max(from - 1, log.first) & MASK], events = to - Math.max(from, log.first + 1);
    // The scale is logarithmic, because events in a burst are a thousand times as frequent as a user's actions.
    rates[b] = Math.log1p(events / Math.max(time, 1) * 1e6);
  }
  const most = rates.reduce((a, b) => Math.max(a, b), 0) || 1, paths = new Array(8).fill("");
  let ticks = "";
  for (let b = 0; b < bins; b++) {
    const total = parts.subarray(b * 8, b * 8 + 8).reduce((a, c) => a + c, 0) || 1, height = 3 + rates[b] / most * (H - 12), x = (b * W).toFixed(1);
    let y = H;
    for (let h = 0; h < 8; h++) {
      const part = parts[b * 8 + h] / total * height;
      if (part > .15) paths[h] += `M${x} ${y.toFixed(1)}h${Math.max(1, W - 1).toFixed(1)}v${(-part).toFixed(1)}h${(-Math.max(1, W - 1)).toFixed(1)}z`;
      y -= part;
    }
    if (slow[b] >= SLOW) ticks += `M${((b + .5) * W).toFixed(1)} 0v${(3 + Math.min(5, Math.log10(slow[b] / SLOW) * 2)).toFixed(1)}`;
  }
  setText($("scale-from"), clock(log.began[log.first & MASK]));
  setText($("scale-most"), `up to ${plural(Math.max(1, Math.round(Math.expm1(most))), "event")}/s, logarithmic`);
  $("scale-slow").hidden = !ticks;
  setText($("scale-to"), clock(log.began[(log.end - 1) & MASK]));
  $("scale-stores").replaceChildren(...[...hues].slice(0, 8).map(([kind, h]) => make("span", { class: "swatch hue" + h, text: typeName(kind) })));
  bars.setAttribute("viewBox", `0 0 ${width} ${H}`);
  bars.replaceChildren(...paths.map((d, h) => draw("path", { d, class: "hue" + h })), draw("path", { d: ticks, class: "slowest" }));
}
slider.addEventListener("input", () => { if (+slider.value >= log.end - 1) followNewest(); else select(+slider.value); });

// The panels. Only one update runs at a time; all updates requested meanwhile are combined into one

const panel = $("panel"), tabs = [...document.querySelectorAll("[role=tab]")];
let tab = hash.get("tab") ?? "action", isShowing = false, showAgain = false, chosenStore = null, searched = "";
let isPanelScrolled = false;
let nextFocus = "";  // The part of the panel to focus as soon as it is displayed.
panel.addEventListener("scroll", () => { isPanelScrolled = panel.scrollTop > 0; }, { passive: true });
function choose(name, focus = false) {
  tab = panels[name] ? name : "action";
  nextFocus = "";
  for (const button of tabs) {
    const isOn = button.id === "tab-" + tab;
    button.setAttribute("aria-selected", String(isOn));
    button.tabIndex = isOn ? 0 : -1;
    if (isOn) { panel.setAttribute("aria-labelledby", button.id); if (focus) button.focus(); }
  }
  // Reading the scroll position would force a layout.
  if (isPanelScrolled) panel.scrollTop = 0;
  showSoon();
  if (!following) keepLink();
}
for (const button of tabs) {
  button.addEventListener("click", () => choose(button.id.slice(4)));
  button.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(tabs[(tabs.indexOf(button) + step + tabs.length) % tabs.length].id.slice(4), true);
  });
}
const showSoon = limited(90, show);
async function show() {
  if (isShowing) { showAgain = true; return; }
  isShowing = true;
  const number = numberOfSelected(), shownTab = tab;
  try {
    const children = number || shownTab === "stores" ? await panels[shownTab](number) : [make("p", { class: "none", text: "Choose an event on the left." })];
    if (shownTab === tab) {
      const focus = nextFocus || focusedPath();
      panel.replaceChildren(...children.flat().filter(Boolean));
      if (restoreFocus(focus)) nextFocus = "";
      panel.dataset.shows = `${shownTab} ${number}`;
    }
  } catch (error) {
    if (error instanceof Refused) {
      panel.replaceChildren(heading(number), make("p", { class: "none", text: sentence(error.message) }));
      panel.dataset.shows = `${shownTab} ${number}`;
    } else if (!(error instanceof Unanswered)) throw error;
    // If the program does not respond, the panel keeps its content.
  } finally {
    isShowing = false;
    if (showAgain) { showAgain = false; showSoon(); }
  }
}
const sentence = text => text.charAt(0).toUpperCase() + text.slice(1) + ".";
function focusedPath() { return panel.contains(document.activeElement) ? document.activeElement.dataset.focus ?? document.activeElement.closest("[role=treeitem]")?.dataset.focus : null; }
function restoreFocus(name) {
  if (!name) return false;
  const node = [...panel.querySelectorAll("[data-focus]")].find(node => node.dataset.focus === name);
  if (node) { if (node.role === "treeitem") { panel.querySelector("[role=treeitem][tabindex='0']")?.setAttribute("tabindex", "-1"); node.tabIndex = 0; } node.focus(); }
  return !!node;
}

function heading(number) {
  const position = log.find(number);
  if (position < 0) return make("h2", { text: "No event" });
  return make("h2", { text: worded(log.kind(position), log.text(position)) });
}
function meta(number) {
  const position = log.find(number), id = log.store(position);
  return make("p", { class: "meta" }, make("span", { text: "#" + number }), swatch(id), make("span", { text: clock(log.began[position & MASK]) }),
    skipped.has(number) ? make("span", { class: "trouble", text: "skipped" }) : null);
}
const unavailable = () => make("p", { class: "none", text: sentence(ENDED) });
const fact = (name, value) => make("div", {}, make("dt", { text: name }), make("dd", { text: value, title: value }));
function changeList(changes, limit = changes.length) {
  return make("ul", { class: "card changes" }, changes.slice(0, limit).map(change => {
    const cut = change.path.search(/[^.[\]]+\]?$/), [head, tail] = [change.path.slice(0, cut), change.path.slice(cut)];
    return make("li", {}, make("div", { class: "path" }, make("span", {}, head, make("b", { text: tail || "the state" })), swatch(change.store)),
      change.before !== undefined ? make("del", { text: change.before }) : null, change.after !== undefined ? make("ins", { text: change.after }) : null);
  }));
}
function chain(rows, current) {
  return make("ol", { class: "chain" }, rows.map(row => make("li", { class: "hue" + hue(row.store) }, make("small", { text: "#" + row.event }),
    row.event === current ? make("span", { text: row.text, "aria-current": "true" }) : make("button", { type: "button", class: "link", text: worded(kinds.indexOf(row.kind), row.text), "data-focus": "event" + row.event, onclick: () => selectNumber(row.event) }))));
}

const panels = {
  async action(number) {
    const [event, causes, effects, difference] = await Promise.all([ask("event", { event: number }), ask("causes", { event: number }), ask("effects", { event: number }), ask("difference", { event: number })]);
    const isTimed = event.reducing !== undefined && event.kind === "action";
    const led = make("ol", { class: "chain flat" }, ...chain(effects.slice(0, 12), number).children);
    return [
      make("h2", { text: worded(kinds.indexOf(event.kind), event.text) }), meta(number),
      event.kind === "action" && !session && !hasEnded() ? make("div", { class: "buttons" },
        ...status.control ? [make("button", { type: "button", text: "Send again", "data-focus": "again", onclick: () => command("send", { event: number }).then(tell) }),
          make("button", { type: "button", text: "Send another…", "data-focus": "another", onclick: () => openSending(event.store) })] : [],
        make("button", { type: "button", class: "story", text: "Make a test…", title: "A test of these events (T)", "data-focus": "story", onclick: () => openStory(event.store) })) : null,
      isTimed ? [make("h3", { text: "Time" }), make("dl", { class: "card grid" }, fact("Waited", duration(event.waited)), fact("Reducing", duration(event.reducing)), fact("Publishing", duration(event.publishing)), fact("Observers called", String(event.observers)))] : null,
      make("h3", { text: "Cause" }),
      causes.length ? chain([...causes].reverse().concat(event), number) : make("p", { class: "none", text: event.kind === "action" ? "Dispatched from outside the stores: by a view, or by the program." : "No event is known to have caused it." }),
      effects.length ? [make("h3", { text: "Led to" }), led, effects.length > 12 ? make("p", { class: "none", text: `and ${plural(effects.length - 12, "more event")}` }) : null] : null,
      difference.unknown ? hasEnded() ? [make("h3", { text: "Changed" }), unavailable()] : null : difference.total ? [make("h3", { text: `Changed ${plural(difference.total, "value")}` }), changeList(difference.changes, 6)] : [make("h3", { text: "Changed" }), make("p", { class: "none", text: "No changes." })],
      event.value?.items?.length ? [make("h3", { text: "Value" }), tree(event.value.items, null, [])] : null,
    ];
  },

  async difference(number) {
    const compares = marked && marked !== number && log.find(marked) >= 0 && !session;
    const store = log.store(log.find(number));
    const { changes, total, unknown } = await ask("difference", compares ? { from: Math.min(marked, number), to: Math.max(marked, number), store } : { event: number });
    return [
      heading(number), meta(number),
      compares ? make("p", { class: "meta" }, make("span", { text: `Compared with #${marked}, which is marked, in ${storeTitle(store)}` }), make("button", { type: "button", class: "link", text: "Show this event alone", onclick: () => mark(marked) })) : null,
      make("h3", { text: total ? `${plural(total, "value")} changed` : unknown ? "Unknown" : "Nothing changed" }),
      total ? changeList(changes) : make("p", { class: "none", text: unknown && hasEnded() ? sentence(ENDED) : unknown ? (session ? "This report does not contain the differences of events this old." : "The session does not contain the states before and after this event.") : "The states after this event equal the states before it." }),
      total > changes.length ? make("p", { class: "none", text: `and ${plural(total - changes.length, "more value")}` }) : null,
    ];
  },

  async state(number) {
    const difference = await ask("difference", { event: number });
    const reducing = log.store(log.find(number)), changed = difference.changes.map(change => change.store);
    // An action may change only the states above the store that received it.
    const own = !changed.length || changed.includes(reducing) ? reducing : changed[0];
    const store = chosenStore !== null && stores.has(chosenStore) ? chosenStore : own;
    const root = await ask("state", { event: session ? undefined : number, store }).catch(error => { if (error instanceof Refused && error.status === 404 && error.message !== ENDED) return null; throw error; });
    changedPaths = new Set(difference.changes.filter(change => change.store === store).flatMap(change => prefixes(change.path)));
    const choice = make("select", { "aria-label": "Store", "data-focus": "store", onchange: event => { chosenStore = event.target.value === "" ? null : +event.target.value; showSoon(); } },
      make("option", { value: "", text: own === reducing ? `Of the event (${storeTitle(own)})` : `Changed by the event (${storeTitle(own)})` }), storeOptions(chosenStore));
    choice.value = chosenStore === null ? "" : String(chosenStore);
    const search = make("input", { type: "search", placeholder: "Search this state", "aria-label": "Search this state", "data-focus": "search", autocomplete: "off", spellcheck: "false", oninput: event => { searched = event.target.value; showSoon(); } });
    search.value = searched;
    let body;
    if (!root) body = make("p", { class: "none", text: `${storeTitle(store)} was not there after this event.` });
    else if (searched && !session) body = await matches(number, store);
    else if (!root.items.length) body = make("div", { class: "card tree" }, leafLine({ name: storeTitle(store), ...root }));
    else { body = tree(root.items, number, [], store); await reopen(body, number); }
    return [
      make("h2", { text: session ? "State at the end" : `State after #${number}` }), meta(number),
      make("div", { class: "bar buttons" }, choice, session ? null : search),
      await pins(number), body,
    ];
  },

  async work(number) {
    const work = await ask("work", { to: number, limit: 40 });
    if (!work.runs.length) return [make("h2", { text: "Work" }), make("p", { class: "none", text: "No effect and no other work had started by then." })];
    const now = log.began[log.find(number) & MASK];
    const legend = make("p", { class: "legend" }, [["running", "--h0"], ["ended", "--good"], ["failed", "--bad"], ["cancelled", "--warm"]].map(([name, colour]) => { const node = make("span", { class: "swatch", text: name }); node.style.setProperty("--hue", `var(${colour})`); return node; }));
    return [make("h2", { text: `Work up to #${number}` }), make("p", { class: "meta", text: `${plural(work.runs.length, "run")} of ${grouped(work.total)}` }), legend, gantt(work.runs, now)];
  },

  async stores() {
    await learnStores();
    const counts = new Map();
    for (let position = log.first; position < log.end; position++) { const id = log.stores[position & MASK]; counts.set(id, (counts.get(id) ?? 0) + 1); }
    const all = [...stores.values()], most = Math.max(1, ...counts.values()), alive = all.filter(store => !store.gone).length;
    const children = new Map();
    for (const store of all) { const parent = stores.has(store.parent) ? store.parent : null; children.set(parent, [...children.get(parent) ?? [], store]); }
    let left = 200;
    const branch = parent => {
      const list = children.get(parent) ?? [];
      return list.length ? make("ul", {}, list.map(store => left-- > 0 ? make("li", {}, card(store), branch(store.store)) : null)) : null;
    };
    const card = store => {
      const count = counts.get(store.store) ?? 0, bar = make("i");
      bar.style.width = count / most * 100 + "%";
      return make("div", { class: `card hue${hue(store.store)}${store.gone ? " gone" : ""}` }, make("b", { class: store.gone ? "swatch gone" : "swatch", text: store.title }), make("button", { type: "button", class: "link", text: plural(count, "event"), title: "Filter by this store", "data-focus": "store" + store.store, onclick: () => filterStore(store.store) }),
        make("small", { text: [store.state && typeName(store.state), store.action].filter(Boolean).join(" · ") }), make("span", { text: store.gone ? "gone" : "" }), bar);
    };
    const top = branch(null);
    return [make("h2", { text: "Stores" }), make("p", { class: "meta" }, make("span", { text: `${grouped(alive)} alive` }), alive < all.length ? make("span", { text: `${grouped(all.length - alive)} gone` }) : null),
      make("div", { class: "stores" }, top ?? make("p", { class: "none", text: "No store has been recorded yet." }))];
  },
};

function gantt(runs, now) {
  const W = Math.max(280, panel.clientWidth - 36), label = Math.min(180, W * .34), R = 24, H = runs.length * R + 28;
  const from = Math.min(...runs.map(run => run.began)), ends = runs.map(run => run.ended ?? now), to = Math.max(now, Math.min(Math.max(...ends), now + (now - from) * .5)) + 1;
  const x = time => label + (Math.min(time, to) - from) / (to - from) * (W - label - 4), short = (text, width) => text.length * 6 > width ? text.slice(0, Math.floor(width / 6) - 1) + "…" : text;
  const svg = draw("svg", { class: "gantt", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": plural(runs.length, "run") + " of work" });
  const ticks = W < 430 ? 1 : W < 640 ? 2 : 4;
  for (let i = 0; i <= ticks; i++) {
    const time = from + (to - from) * i / ticks;
    svg.append(draw("line", { x1: x(time), x2: x(time), y1: 20, y2: H }), draw("text", { class: "axis", x: x(time), y: 12, "text-anchor": i === 0 ? "start" : i === ticks ? "end" : "middle", text: clock(time) }));
  }
  runs.forEach((run, i) => {
    const y = 28 + i * R, hasEndedByNow = run.ended !== undefined && run.ended <= now, outcome = hasEndedByNow ? run.outcome : "running", end = run.ended ?? now;
    const words = `${run.name}${run.attempt > 1 ? `, attempt ${run.attempt}` : ""}: ${hasEndedByNow ? `${kindWords[kinds.indexOf(run.outcome)].toLowerCase()} after ${duration((end - run.began) * 1000)}` : "running"}${run.error ? `, ${run.error}` : ""}`;
    const group = draw("g", {}, draw("text", { x: 0, y: y + 13, text: short(run.name + (run.attempt > 1 ? ` · ${run.attempt}` : ""), label - 8) }),
      draw("rect", { class: outcome, x: x(run.began), y: y + 3, width: Math.max(3, x(end) - x(run.began)), height: 13, rx: 3 }), draw("title", { text: words }));
    group.addEventListener("click", () => selectNumber(run.event));
    svg.append(group);
  });
  svg.append(draw("line", { class: "cursor", x1: x(now), x2: x(now), y1: 18, y2: H }));
  return svg;
}

// Values, branch by branch

const opened = new Set();
let changedPaths = new Set();
/** Returns the prefixes of a path: items, items/2 and items/2/title for "items[2].title". */
function prefixes(path) {
  const parts = path.split(/[.[\]]+/).filter(Boolean);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}
function leafLine(item) {
  return make("div", {}, make("span", { class: "name", text: item.name }), make("span", { class: "value is-" + item.kind, text: item.text, title: item.text }));
}
function tree(items, number, path, store) {
  const root = make("ul", { class: "card tree", role: "tree", "aria-label": "Values" }, items.map(item => leaf(item, number, path, store)));
  const first = root.querySelector("[role=treeitem]");
  if (first) first.tabIndex = 0;
  root.addEventListener("keydown", event => {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.target.tagName === "BUTTON") return;
    const all = [...root.querySelectorAll("[role=treeitem]")], at = all.indexOf(item), expanded = item.getAttribute("aria-expanded");
    const go = next => { if (next) { item.tabIndex = -1; next.tabIndex = 0; next.focus(); } };
    const moves = {
      ArrowDown: () => go(all[at + 1]), ArrowUp: () => go(all[at - 1]), Home: () => go(all[0]), End: () => go(all.at(-1)),
      ArrowRight: () => expanded === "false" ? item.toggle() : go(item.querySelector("[role=treeitem]")),
      ArrowLeft: () => expanded === "true" ? item.toggle() : go(item.parentElement.closest("[role=treeitem]")),
      Enter: () => item.toggle?.(),
    };
    if (!moves[event.key] || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  });
  return root;
}
function leaf(item, number, path, store) {
  const here = [...path, item.name], id = here.join("/"), opens = store !== undefined && item.count > 0, line = leafLine(item);
  const node = make("li", { role: "treeitem", tabindex: -1, "aria-expanded": opens ? "false" : undefined, "aria-label": `${item.name}: ${item.text}`, class: store !== undefined && changedPaths.has(id) ? "changed" : undefined, "data-focus": "value" + id }, line);
  node.path = id;
  if (store !== undefined && !session) line.append(pinButton(store, here));
  if (opens) {
    node.toggle = async (remembers = true) => {
      if (node.getAttribute("aria-expanded") === "true") { opened.delete(store + ":" + id); node.setAttribute("aria-expanded", "false"); node.querySelector("ul")?.remove(); return; }
      if (remembers) opened.add(store + ":" + id);
      node.setAttribute("aria-expanded", "true");
      const group = make("ul", { role: "group" });
      node.append(group);
      const fill = async from => {
        const branch = await ask("state", { event: session ? undefined : number, store, path: joined(here), from }).catch(error => {
          if (!(error instanceof Refused)) throw error;
          group.append(make("li", { class: "none", role: "none", text: sentence(error.message) }));
          return null;
        });
        if (!branch) return;
        group.append(...branch.items.map(child => leaf(child, number, here, store)));
        const next = from + branch.items.length;
        if (next >= branch.total || !branch.items.length) return;
        const more = make("li", { role: "none" }, make("button", { type: "button", class: "more", text: `Show ${grouped(Math.min(100, branch.total - next))} of ${grouped(branch.total - next)} more`, onclick: () => { more.remove(); fill(next); } }));
        group.append(more);
      };
      await fill(0);
    };
    line.addEventListener("click", event => { if (event.target.tagName !== "BUTTON") node.toggle(); });
  }
  node.store = store;
  return node;
}
async function reopen(node, number) {
  const closed = [...node.querySelectorAll(":scope > [aria-expanded=false], :scope > ul > [aria-expanded=false]")];
  const wanted = closed.filter(item => opened.has(item.store + ":" + item.path) || changedPaths.has(item.path));
  await Promise.all(wanted.slice(0, 24).map(async item => { await item.toggle(false); await reopen(item, number); }));
}
async function matches(number, store) {
  const found = await ask("search", { event: number, store, text: searched });
  if (!found.matches.length) return make("p", { class: "none", text: found.complete ? "Nothing in this state matches." : "Nothing matches in the part of this state that was searched." });
  return make("div", {}, make("p", { class: "meta", text: found.complete ? plural(found.matches.length, "match", "matches") : `The first ${plural(found.matches.length, "match", "matches")}` }),
    make("ul", { class: "card tree" }, found.matches.map(match => make("li", {}, make("div", {}, make("button", { type: "button", class: "link", text: match.path.join("."), "data-focus": "match" + match.path.join("/"), onclick: () => reveal(store, match.path) }), make("span", { class: "value", text: match.text, title: match.text }))))));
}
function reveal(store, path) {
  searched = "";
  path.forEach((_, i) => { if (i < path.length - 1) opened.add(store + ":" + path.slice(0, i + 1).join("/")); });
  nextFocus = "value" + path.join("/");
  show();
}

// Pinned values and their charts

let pinned = JSON.parse(sessionStorage.getItem("pins") ?? "[]");
const isPinned = (store, path) => pinned.some(pin => pin.store === store && pin.path.join("/") === path.join("/"));
function togglePin(store, path) {
  pinned = isPinned(store, path) ? pinned.filter(pin => pin.store !== store || pin.path.join("/") !== path.join("/")) : [...pinned, { store, path }].slice(-12);
  sessionStorage.setItem("pins", JSON.stringify(pinned));
  showSoon();
}
function pinButton(store, path) {
  const isOn = isPinned(store, path);
  return make("button", { type: "button", class: "pin", tabindex: -1, "aria-pressed": String(isOn), "aria-label": `Pin ${path.join(".")}`, text: isOn ? "Pinned" : "Pin", onclick: () => togglePin(store, path) });
}
async function pins(number) {
  if (!pinned.length || session) return null;
  const from = log.number(log.first), to = log.lastNumber;
  const cards = await Promise.all(pinned.map(async pin => {
    const [history, value] = await Promise.all([ask("history", { store: pin.store, path: joined(pin.path), from, to, points: 160 }).catch(error => { if (hasEnded()) return null; throw error; }), ask("state", { event: number, store: pin.store, path: joined(pin.path) }).catch(() => null)]);
    return make("div", { class: "card" },
      make("header", {}, make("b", { text: pin.path.join("."), title: `${storeTitle(pin.store)}: ${pin.path.join(".")}` }), make("button", { type: "button", text: "Unpin", "aria-label": `Unpin ${pin.path.join(".")}`, "data-focus": "unpin" + pin.path.join("/"), onclick: () => togglePin(pin.store, pin.path) })),
      make("p", { class: "now", text: value ? value.text : "not there" }), history ? curve(history.points, number, from, to) : unavailable());
  }));
  return make("div", { class: "pins" }, cards);
}
function curve(points, number, from, to) {
  const values = points.filter(point => point.number !== undefined), W = 200, H = 44, span = Math.max(1, to - from), x = event => (event - from) / span * W;
  if (values.length < 2) {
    const changes = points.filter((point, i) => i > 0 && point.text !== points[i - 1].text).length;
    return make("p", { class: "scale", text: `${plural(changes, "change")} seen` });
  }
  const low = Math.min(...values.map(point => point.number)), high = Math.max(...values.map(point => point.number)), y = value => high === low ? H / 2 : H - 3 - (value - low) / (high - low) * (H - 6);
  let d = `M${x(values[0].event).toFixed(1)} ${y(values[0].number).toFixed(1)}`;
  for (const point of values.slice(1)) d += `H${x(point.event).toFixed(1)}V${y(point.number).toFixed(1)}`;
  const round = value => Number.isInteger(value) ? grouped(value) : value.toPrecision(4);
  return make("div", {}, draw("svg", { viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "none", role: "img", "aria-label": `from ${round(low)} to ${round(high)}` }, draw("path", { class: "curve", d }), draw("line", { class: "cursor", x1: x(number), x2: x(number), y1: 0, y2: H })),
    make("p", { class: "scale" }, make("span", { text: round(low) }), make("span", { text: round(high) })));
}

// Live

const PIECE = 1000, LONG_PAST = 5000;
let isPulling = false, refused = false, wanted = +(hash.get("e") ?? 0), isConnected = false;
function receive(tick) {
  // A restarted program numbers its events from 1, so the page discards the data of the previous run.
  if (status.run !== undefined && tick.run !== status.run) { log.clear(); view.unfolded.clear(); view.rebuild(); selected = -1; following = true; marked = 0; stores = new Map(); hues.clear(); storesKnown = -1; answers.clear(); changeTexts.clear(); showSoon(); }
  if (String(tick.skipped) !== String(status.skipped)) { answers.clear(); changeTexts.clear(); showSoon(); }
  status = tick;
  skipped = new Set(tick.skipped);
  marks.push([performance.now(), tick.last]);
  log.forget(tick.first);
  setText($("program"), tick.program || "Puredux");
  document.title = `${tick.program || "Puredux"} · Inspector`;
  showChip();
  repaint();
  pull();
}
function showChip() {
  const isPast = status.position !== null, chip = $("live");
  const [mood, words] = session ? ["", "Report"] : isConnected && status.file ? ["", "Session"] : !isConnected ? ["lost", refused ? "No key" : "Program ended"] : isPast ? ["past", `At #${status.position}`] : status.paused ? ["past", "Paused"] : ["live", "Live"];
  chip.className = "chip " + mood;
  setText(chip.lastElementChild, words);
}
/** Selects the event named in the page's address if that event has been loaded. */
function openWanted() {
  if (!wanted || log.find(wanted) < 0) return;
  const number = wanted;
  wanted = 0;
  selectNumber(number, { reveal: "centre" });
}
async function pull() {
  if (isPulling) return;
  isPulling = true;
  try {
    while (log.lastNumber < status.last) {
      const { run } = status, { columns } = await ask("events", { form: "columns", after: log.lastNumber, limit: 5000 });
      if (status.run !== run) continue;
      if (!columns.event.length) break;
      if (stores.size === 0 || columns.kind.some(kind => kind === 3 || kind === 4) || columns.store.some(id => !stores.has(id))) await learnStores(true);
      for (let from = 0; from < columns.event.length && status.run === run; from += PIECE) {
        log.append(columns, from, from + PIECE);
        openWanted();
        if (following) {
          selected = log.end - 1;
          // While thousands of events are still loading, the panel is not updated: it would flash through all of them.
          if (status.last - log.lastNumber < LONG_PAST) showSoon();
        }
        repaint();
        paintBarsSoon();
        // Let the browser draw a frame before the next batch of events.
        await new Promise(done => setTimeout(done, 0));
      }
    }
    openWanted();
    // If the event was not found, it is no longer retained, or was recorded by a previous run of the program.
    wanted = 0;
  } catch { /* The stream reports the end of the program. */ } finally { isPulling = false; }
}
async function listen() {
  for (;;) {
    const stop = new AbortController();
    // Close the stream in hidden tabs: browsers limit the connections per host.
    const hidden = () => { if (document.hidden) stop.abort(); };
    document.addEventListener("visibilitychange", hidden);
    try {
      const answer = await request("live", { signal: stop.signal }), reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      if (!isConnected) showSoon();
      [refused, isConnected] = [false, true];
      for (let rest = "";;) {
        const { value, done } = await reader.read();
        if (done) break;
        const ticks = (rest + value).split("\n\n");
        rest = ticks.pop();
        // Coalesce ticks: only the latest matters.
        if (ticks.length) receive(JSON.parse(ticks.at(-1).slice(6)));
      }
    } catch (error) { refused = error.status === 401; }
    document.removeEventListener("visibilitychange", hidden);
    if (document.hidden) { await new Promise(done => document.addEventListener("visibilitychange", done, { once: true })); continue; }
    if (isConnected) showSoon();
    isConnected = false;
    showChip();
    repaint();
    await new Promise(done => setTimeout(done, 1000));
  }
}

// Filters

function refilter() {
  view.text = $("filter-text").value.trim().toLowerCase();
  view.store = $("filter-store").value;
  view.storeNumber = +view.store;
  view.kind = $("filter-kind").value;
  view.fold = $("fold").checked;
  view.rebuild();
  if (!following && selected >= 0) select(selected); else repaint();
}
const refilterSoon = limited(80, refilter);
$("filter-text").addEventListener("input", refilterSoon);
for (const id of ["filter-store", "filter-kind", "fold"]) $(id).addEventListener("change", refilter);
document.querySelector(".filters").addEventListener("submit", event => event.preventDefault());
function filterStore(id) { $("filter-store").value = String(id); refilter(); }

// Commands

const scrubSoon = limited(60, () => { if (status.control && !hasEnded() && $("scrub").checked && numberOfSelected()) command("jump", { event: numberOfSelected() }); });
$("scrub").addEventListener("change", () => scrubSoon());
function mark(number) { marked = marked === number ? 0 : number; repaint(); showSoon(); }
function tell(problem) { if (problem) panel.prepend(make("p", { class: "trouble", role: "alert", text: sentence(problem) })); }
/** Resumes the program, and follows the newest event unless the user chose another before the response arrived. */
async function resume(values) {
  $("scrub").checked = false;
  const chosen = choices, problem = await command("resume", values);
  if (problem) tell(problem); else if (choices === chosen) followNewest();
}
const control = body => () => { if (status.control && !hasEnded()) body(); };
const commands = {
  p: control(() => command("pause")),
  r: control(() => resume()),
  g: control(() => resume({ from: "here" })),
  j: control(async () => { if (numberOfSelected()) tell(await command("jump", { event: numberOfSelected() })); }),
  s: control(async () => { const number = numberOfSelected(); if (!number) return; const problem = await command(skipped.has(number) ? "unskip" : "skip", { event: number }); if (problem) tell(problem); else showSoon(); }),
  "[": control(() => command("step", { count: -1 })),
  "]": control(() => command("step", { count: 1 })),
  c: () => { const cause = selected >= 0 ? log.cause(selected) : 0; if (cause) selectNumber(cause); },
  m: () => { if (numberOfSelected()) mark(numberOfSelected()); },
  e: () => { if (!session) $("exports").showModal(); },
  t: () => { if (!session && log.length && !hasEnded()) openStory(log.store(selected >= log.first ? selected : log.end - 1)); },
  f: () => { if (panel.dataset.shows === `state ${numberOfSelected()}` && restoreFocus("search")) return; if (tab !== "state") choose("state"); nextFocus = "search"; show(); },
  "/": () => $("filter-text").focus(),
  "?": () => $("keys").showModal(),
};
tabs.forEach((button, i) => { commands[i + 1] = () => choose(button.id.slice(4)); });
for (const [id, name] of [["pause", "p"], ["resume", "r"], ["resume-here", "g"], ["jump", "j"], ["skip", "s"], ["help", "?"], ["export", "e"]]) $(id).addEventListener("click", () => commands[name]());
$("back").addEventListener("click", () => move(-1));
$("forth").addEventListener("click", () => move(1));
$("newest").addEventListener("click", followNewest);
$("letters").checked = localStorage.getItem("letters") !== "off";
$("letters").addEventListener("change", () => localStorage.setItem("letters", $("letters").checked ? "on" : "off"));
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && event.target === $("filter-text")) { $("filter-text").value = ""; refilter(); list.focus(); event.preventDefault(); return; }
  if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input[type=search], select, textarea")) return;
  if (!$("letters").checked && event.key !== "?") return;
  const body = commands[event.key] ?? commands[event.key.toLowerCase()];
  if (body) { event.preventDefault(); body(); }
});

let sendingStore = 0, sendings = 0;
function openSending(store) {
  sendingStore = store;
  sendings++;
  setText($("sending-store"), `To ${storeTitle(store)}${stores.get(store)?.action ? `, whose actions are of the type ${stores.get(store).action}` : ""}. The type of its actions has to be Decodable.`);
  setText($("sending-error"), "");
  $("sending").showModal();
  $("sending-text").focus();
}
$("sending-send").addEventListener("click", async () => {
  const sending = sendings, problem = await command("send", { store: sendingStore }, $("sending-text").value);
  // The dialog may meanwhile have been closed and reopened for another store.
  if (sending !== sendings) return;
  if (problem) setText($("sending-error"), sentence(problem)); else $("sending").close();
});

// Exporting a range of events as a test

const LONGEST_STORY = 200;
let storiesAsked = 0;
function openStory(store) {
  const to = numberOfSelected() || log.lastNumber, from = marked && log.find(marked) >= 0 ? marked : log.number(Math.max(log.first, log.atOrBefore(to) - LONGEST_STORY + 1));
  $("exports").close();
  $("story-store").replaceChildren(...storeOptions(store));
  $("story-store").value = String(store);
  $("story-from").value = Math.min(from, to);
  $("story-to").value = Math.max(from, to);
  $("story").showModal();
  tellStory();
}
async function tellStory() {
  const number = ++storiesAsked;
  setText($("story-error"), "");
  setText($("story-copied"), "");
  let story = { source: "" }, problem = "";
  try {
    story = await ask("story", { store: $("story-store").value, from: $("story-from").value, to: $("story-to").value });
  } catch (error) { problem = sentence(error.message); }
  // Responses may arrive out of order.
  if (number !== storiesAsked) return;
  setText($("story-error"), problem);
  $("story-text").value = story.source;
  for (const id of ["story-copy", "story-save"]) $(id).disabled = !story.source;
  if (story.source) setText($("story-copied"), `${plural(story.actions, "action")}${story.partial ? ", without what they change" : ""}`);
}
for (const id of ["story-store", "story-from", "story-to"]) $(id).addEventListener("change", tellStory);
$("story-copy").addEventListener("click", async () => {
  $("story-text").select();
  // The browser may deny clipboard access; the text stays selected, so the user can copy it manually.
  const isCopied = await navigator.clipboard.writeText($("story-text").value).then(() => true, () => document.execCommand("copy"));
  setText($("story-copied"), isCopied ? "Copied" : "Selected: copy it by keyboard");
});
$("story-save").addEventListener("click", () => save("StoryTests.swift", "text/plain", $("story-text").value));

function save(name, type, content) {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([content], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
const fileName = ending => `${(status.program || "session").replaceAll(/[^\p{L}\p{N}-]+/gu, "-").toLowerCase()}-${status.last}.${ending}`;
$("export-report").addEventListener("click", async () => {
  const report = await request("report").then(answer => answer.text()).catch(() => null);
  if (report !== null) save(fileName("html"), "text/html", report);
});
$("export-story").addEventListener("click", () => commands.t());
$("export-json").addEventListener("click", () => {
  const events = [];
  for (let position = log.first; position < log.end; position++) events.push(eventRow(position));
  save(fileName("json"), "application/json", JSON.stringify({ program: status.program, stores: [...stores.values()], events }, null, 1));
});

// The divider

const divider = $("divider");
function split(percent) {
  percent = Math.round(Math.min(80, Math.max(20, percent)));
  document.documentElement.style.setProperty("--split", percent + "%");
  divider.setAttribute("aria-valuenow", percent);
  if (!session) localStorage.setItem("split", percent);
}
divider.addEventListener("pointerdown", event => divider.setPointerCapture(event.pointerId));
divider.addEventListener("pointermove", event => { if (divider.hasPointerCapture(event.pointerId)) split(event.clientX / innerWidth * 100); });
divider.addEventListener("keydown", event => {
  const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
  if (step) { event.preventDefault(); split(+divider.getAttribute("aria-valuenow") + step); }
});
if (!session && localStorage.getItem("split")) split(+localStorage.getItem("split"));

// Start

// If an address of the open page is entered in its tab, only the part after "#" changes, and the page is not reloaded.
addEventListener("hashchange", () => {
  const next = new URLSearchParams(location.hash.slice(1));
  if (next.get("key") && !session) { location.reload(); return; }
  wanted = +(next.get("e") ?? 0);
  if (next.get("tab")) choose(next.get("tab"));
  openWanted();
});
choose(tab);
if (session) {
  $("export").hidden = true;
  following = false;
  wanted = wanted || session.status.last;
  receive(session.status);
} else if (key) {
  showChip();
  $("live").className = "chip";
  setText($("live").lastElementChild, "Connecting");
  listen();
} else {
  refused = true;
  showChip();
  repaint();
}
