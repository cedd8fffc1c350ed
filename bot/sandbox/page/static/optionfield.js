// One option of a slash command: a text field, with a list where there is something to choose from.

import { h } from "./dom.js";
import { fault, offered, typed } from "./commands.js";
import { Listbox } from "./listbox.js";
import { said } from "./state.js";

const COMPLETION_DELAY = 150;

export class OptionField {
  #picked = null; // the offered value that stands in the field
  #timer = 0;

  // `complete(name, text)` asks the bot for choices; `hint(text)` shows what the field is for; `popup(list | null)` shows its list.
  constructor(option, { complete, hint, popup }) {
    this.option = option;
    this.complete = complete;
    this.popup = popup;
    this.name = said(option, "name");
    this.offers = offered(option);
    const lists = Boolean(this.offers || option.autocomplete);
    const id = `option-${option.name}`;
    this.input = h("input", {
      id,
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      size: "8",
      inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : undefined,
      "aria-required": option.required && "true",
      "aria-describedby": "option-hint",
      role: lists && "combobox",
      "aria-expanded": lists && "false",
      "aria-autocomplete": lists && "list",
    });
    this.node = h(
      "div",
      { class: option.required ? "option-field" : "option-field optional" },
      h("label", { for: id }, this.name),
      this.input,
    );
    if (lists) this.list = new Listbox({ label: this.name, pick: (one) => this.#pick(one) });
    if (this.list) this.list.owner = this.input;
    this.input.addEventListener("focus", () => {
      hint(this.about());
      this.#offer();
    });
    this.input.addEventListener("blur", () => this.#close());
    this.input.addEventListener("input", () => {
      this.#picked = null;
      this.clear();
      this.#fit();
      this.#offer();
    });
    this.input.addEventListener("click", () => this.#offer());
  }

  about() {
    const { min_value: least, max_value: most } = this.option;
    let range = "";
    if (least !== undefined && most !== undefined) range = ` (${least} to ${most})`;
    else if (least !== undefined) range = ` (at least ${least})`;
    else if (most !== undefined) range = ` (at most ${most})`;
    return `${this.name}: ${said(this.option, "description")}${range}${this.option.required ? "" : " · optional"}`;
  }

  get open() {
    return this.input.getAttribute("aria-expanded") === "true";
  }

  // Whether the key was for the open list.
  key(event) {
    if (!this.open) return false;
    if (event.key === "Escape") {
      this.#close();
      return true;
    }
    if (this.list.moved(event.key)) return true;
    return event.key === "Enter" && this.list.pickActive();
  }

  // What is wrong, or null; after that, `value` holds.
  check() {
    const text = this.input.value;
    if (!text.trim()) return this.option.required ? `${this.name} is needed.` : null;
    if (this.#picked) return null;
    if (!this.offers) return fault(this.option, text);
    const exact = this.offers.find((one) => one.label.toLowerCase() === text.trim().toLowerCase());
    if (exact) this.#picked = exact;
    return exact ? null : `${this.name}: choose one of the list.`;
  }

  get value() {
    if (this.#picked) return this.#picked.value;
    const text = this.input.value;
    return this.offers || !text.trim() || fault(this.option, text) ? undefined : typed(this.option, text);
  }

  complain() {
    this.input.setAttribute("aria-invalid", "true");
    this.input.focus();
  }

  clear() {
    this.input.removeAttribute("aria-invalid");
  }

  #fit() {
    this.input.size = Math.max(8, Math.min(30, this.input.value.length + 1));
  }

  #pick(one) {
    this.#picked = one;
    this.input.value = one.label;
    this.clear();
    this.#fit();
    this.#close();
  }

  #close() {
    clearTimeout(this.#timer);
    if (!this.list) return;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    this.popup(null);
  }

  #offer() {
    if (this.offers) {
      const text = this.#picked ? "" : this.input.value.trim().toLowerCase();
      this.#show(this.offers.filter((one) => one.label.toLowerCase().includes(text)));
    } else if (this.option.autocomplete) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(async () => {
        const choices = await this.complete(this.option.name, this.input.value);
        if (document.activeElement === this.input)
          this.#show(choices.map((choice) => ({ value: choice.value, label: said(choice, "name") })));
      }, COMPLETION_DELAY);
    }
  }

  #show(options) {
    // Enter takes the first of what was typed or is needed, but passes an optional field by.
    const active = this.option.required || (this.input.value && !this.#picked) ? 0 : -1;
    this.list.show(options, { chosen: this.#picked ? [this.#picked.value] : [], active });
    this.input.setAttribute("aria-expanded", "true");
    this.input.setAttribute("aria-controls", this.list.id);
    this.popup(this.list.node);
  }
}
