// A list of options as a popup: for selects (the list has the focus) and for text fields with completion (the field keeps it).

import { h } from "./dom.js";
import { customEmoji } from "./prose.js";

let serial = 0;

function face(option, noteId) {
  const { emoji } = option;
  const picture =
    emoji &&
    (emoji.id
      ? customEmoji(emoji.id, emoji.name, "")
      : h("span", { class: "glyph", "aria-hidden": "true" }, emoji.name));
  return [
    picture,
    h(
      "span",
      { class: "option-text" },
      h("span", { class: "option-label" }, option.label),
      option.description && h("span", { class: "option-note", id: noteId }, option.description),
    ),
  ];
}

export class Listbox {
  options = [];
  chosen = new Set();
  active = -1;

  // `pick` is told the option that was clicked, or chosen with Enter.
  constructor({ label, multiple = false, pick }) {
    serial += 1;
    this.id = `list-${serial}`;
    this.pick = pick;
    this.multiple = multiple;
    this.node = h("ul", {
      class: "listbox",
      role: "listbox",
      id: this.id,
      "aria-label": label,
      "aria-multiselectable": multiple && "true",
      tabindex: "-1",
      // The press must not take the focus away from a text field.
      onmousedown: (event) => event.preventDefault(),
      onclick: (event) => this.#clicked(event),
      onmousemove: (event) => this.#hovered(event),
    });
  }

  show(options, { chosen = [], active = 0, empty = "Nothing fits" } = {}) {
    this.options = options;
    this.chosen = new Set(chosen);
    const kids = options.map((option, at) => {
      const id = `${this.id}-${at}`;
      const noteId = option.description && `${id}-note`;
      return h(
        "li",
        { role: "option", id, class: "option", "aria-label": option.label, "aria-describedby": noteId },
        face(option, noteId),
        this.multiple && h("span", { class: "tick", "aria-hidden": "true" }),
      );
    });
    this.node.replaceChildren(
      ...(kids.length ? kids : [h("li", { class: "option none", role: "presentation" }, empty)]),
    );
    this.mark();
    this.go(options.length ? active : -1);
  }

  mark() {
    this.options.forEach((option, at) =>
      this.node.children[at].setAttribute("aria-selected", String(this.chosen.has(option.value))),
    );
  }

  go(at) {
    this.node.children[this.active]?.classList.remove("active");
    this.active = at;
    const now = this.options[at] && this.node.children[at];
    now?.classList.add("active");
    now?.scrollIntoView({ block: "nearest" });
    const owner = this.owner ?? this.node;
    if (now) owner.setAttribute("aria-activedescendant", now.id);
    else owner.removeAttribute("aria-activedescendant");
  }

  // Whether the key moved through the list.
  moved(key) {
    const count = this.options.length;
    if (!count) return false;
    const to = { ArrowDown: (this.active + 1) % count, ArrowUp: (Math.max(this.active, 0) - 1 + count) % count }[key];
    if (to === undefined) return false;
    this.go(to);
    return true;
  }

  pickActive() {
    const option = this.options[this.active];
    if (option) this.pick(option);
    return Boolean(option);
  }

  #at(event) {
    const node = event.target.closest("[role=option]");
    return node ? [...this.node.children].indexOf(node) : -1;
  }

  #clicked(event) {
    const at = this.#at(event);
    if (at >= 0) this.pick(this.options[at]);
  }

  #hovered(event) {
    const at = this.#at(event);
    if (at >= 0 && at !== this.active) this.go(at);
  }
}

// Below the anchor, or above it where there is more room.
export function placeBy(anchor, node) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom;
  const up = below < 260 && box.top > below;
  node.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - Math.max(box.width, 220) - 8))}px`;
  node.style.width = `${Math.max(box.width, 220)}px`;
  node.style.maxHeight = `${Math.min(320, (up ? box.top : below) - 12)}px`;
  node.style.top = up ? "auto" : `${box.bottom + 4}px`;
  node.style.bottom = up ? `${window.innerHeight - box.top + 4}px` : "auto";
}
