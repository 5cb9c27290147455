"use strict";
// The page can be read without this. Listeners are on the document: a thousand kernels cost nothing.
(() => {
  const one = (query, at = document) => at.querySelector(query);
  const all = (query, at = document) => [...at.querySelectorAll(query)];
  const byId = id => document.getElementById(id);
  const on = document.addEventListener.bind(document);
  const filter = byId("filter"), said = byId("said"), keys = byId("keys"), source = byId("source"), code = one(".code");
  one("[role=search]").hidden = false;

  // Steps follow the list of findings; links of the index lead away, so they are only focused.
  let current;
  function step(by) {
    const links = all(".step").filter(link => link.checkVisibility());
    if (!links.length) return;
    const at = links.indexOf(current);
    const next = ((at < 0 && by < 0 ? 0 : at) + by + links.length) % links.length;
    current?.removeAttribute("aria-current");
    current = links[next];
    current.setAttribute("aria-current", "true");
    said.value = `${next + 1} of ${links.length}`;
    if (!current.getAttribute("href").startsWith("#")) return current.focus();
    current.scrollIntoView({ block: "nearest" });
    location.replace(current.hash);
    byId(current.hash.slice(1)).focus();
  }

  // A group (kernel, file) stays if its title, or that and one of its items, has all words.
  let groups, opened = [];
  function narrow() {
    const read = element => element.textContent.toLowerCase();
    groups ??= all(".group").map(group => ({
      group, title: read(one(".title", group)),
      items: all(".item", group).map(item => ({ item, text: read(item.rows?.[0] ?? item) })),
    }));
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const details of opened) details.open = false;
    opened = [];
    let shown = 0;
    for (const { group, title, items } of groups) {
      const rest = words.filter(word => !title.includes(word));
      let hits = 0;
      for (const { item, text } of items) {
        item.hidden = !rest.every(word => text.includes(word));
        hits += !item.hidden;
        for (let at; rest.length && !item.hidden && (at = item.closest("details:not([open])")); opened.push(at)) at.open = true;
      }
      group.hidden = rest.length > 0 && !hits;
      shown += !group.hidden;
    }
    said.value = words.length ? `${shown} of ${groups.length}` : "";
  }

  // Lines that a finding, a race or a link is about are lit.
  let owner, lit = [], arc;
  function light(next) {
    if (next === owner) return;
    owner = next;
    for (const line of lit) line.classList.remove("lit");
    arc?.remove();
    const links = !owner ? [] : owner.matches("a") ? [owner] : all(":is(.side, .quote, h5) a.place", owner);
    lit = links.map(link => byId(link.getAttribute("href").slice(1))).filter(line => line?.matches(".line"));
    for (const line of lit) line.classList.add("lit");
    if (owner?.matches(".race") && lit.length === 2) join(...lit, owner.dataset.name);
    // Only a source that scrolls by itself moves, never the page under the pointer.
    if (!lit.length || source.scrollHeight === source.clientHeight) return;
    const pane = source.getBoundingClientRect(), line = lit[0].getBoundingClientRect();
    if (line.top < pane.top || line.bottom > pane.bottom) source.scrollTop += line.top - pane.top - pane.height / 3;
  }

  // An arrow joins the lines of a race, behind the ends of all lines between them if that is in view.
  function join(from, to, name) {
    const box = code.getBoundingClientRect();
    const end = line => {
      const { right, top, height } = one(".src", line).getBoundingClientRect();
      return { x: right - box.left - 8, y: top - box.top + height / 2 };
    };
    const a = end(from), b = end(to), width = source.clientWidth;
    if (from === to) { a.y -= 5; b.y += 5; }
    const room = source.scrollLeft + Math.max(width - 32 - 8 * name.length, width / 2);
    a.x = Math.min(a.x, room - 12);
    b.x = Math.min(b.x, room - 12);
    let x = Math.max(a.x, b.x);
    const [first, last] = [from, to].map(line => +line.id.slice(1)).sort((l, r) => l - r);
    for (let n = first; n < last && x < room; n++) x = Math.max(x, end(byId("L" + n)).x);
    x = Math.min(x + 20, room);
    const head = "l7 -4m-7 4l7 4";
    code.insertAdjacentHTML("beforeend", `<svg class="arc"><path d="M${b.x} ${b.y}${head}M${b.x} ${b.y}H${x}V${a.y}H${a.x}${head}"/><text x="${x + 8}" y="${(a.y + b.y) / 2 + 4}"></text></svg>`);
    arc = code.lastChild;
    arc.lastChild.textContent = name;
  }

  function point({ target }) {
    light(target.closest(".race, .finding, .barrier-box") ?? target.closest("a.place"));
    const mark = target.closest(".picture g");
    if (mark) one("output", mark.closest("figure")).value = one("title", mark).textContent;
  }
  on("pointerover", point);
  on("focusin", point);

  on("click", event => {
    if (event.target.closest("#help")) keys.showModal();
    // Tasks of a sign appear in place; its link would move the source.
    const sign = event.target.closest("a.sign, .close");
    if (!sign) return;
    event.preventDefault();
    const tasks = sign.closest(".tasks-of") ?? byId(sign.hash.slice(1));
    if (tasks.matches(":target")) location.replace("#L" + tasks.id.slice(1));
    else tasks.classList.toggle("open");
  });

  on("input", narrow);
  const next = () => step(1), previous = () => step(-1);
  const actions = { n: next, j: next, p: previous, k: previous, "/": () => filter.focus(), "?": () => keys.showModal() };
  on("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    if (event.key === "Escape") {
      if (filter.value) narrow(filter.value = "");
      filter.blur();
      for (const tasks of all(".tasks-of.open")) tasks.classList.remove("open");
      light(null);
    } else if (event.target !== filter && actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    }
  });
})();
