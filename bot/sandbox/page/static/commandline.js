// A slash command being filled in: its name, its options as fields, and what sends it.

import { h } from "./dom.js";
import { OptionField } from "./optionfield.js";

const SHOWN_AT_FIRST = 5;

export class CommandLine {
  // `complete(options, name)` asks the bot for choices; `hint(text)` and `popup(list)` show what belongs to a field;
  // `send()` and `leave()` are for the keys that mean them.
  constructor(entry, { complete, hint, popup, send, leave }) {
    this.entry = entry;
    this.send = send;
    this.leave = leave;
    const tools = { hint, popup, complete: (name, text) => complete({ ...this.values(), [name]: text }, name) };
    const needed = entry.options.filter((option) => option.required);
    const optional = entry.options.filter((option) => !option.required);
    this.fields = [...needed, ...optional].map((option) => new OptionField(option, tools));
    const shown = Math.max(needed.length, SHOWN_AT_FIRST);
    this.fields.slice(shown).forEach((field) => (field.node.hidden = true));
    this.submit = h(
      "button",
      { type: "submit", class: "button primary send", "aria-label": `Send /${entry.name}` },
      "Send",
    );
    this.node = h(
      "div",
      { class: "command", role: "group", "aria-label": `/${entry.name}` },
      h("span", { class: "command-name" }, `/${entry.name}`),
      this.fields.map((field) => field.node),
      this.fields.length > shown && this.#more(this.fields.length - shown),
      this.submit,
      h(
        "button",
        { type: "button", class: "icon drop", "aria-label": "Discard this command", onclick: leave },
        h("span", { "aria-hidden": "true" }, "✕"),
      ),
    );
    this.node.addEventListener("keydown", (event) => this.#key(event));
  }

  #more(count) {
    const reveal = (event) => {
      const hidden = this.fields.filter((field) => field.node.hidden);
      hidden.forEach((field) => (field.node.hidden = false));
      hidden[0].input.focus();
      event.currentTarget.remove();
    };
    return h("button", { type: "button", class: "button more", onclick: reveal }, `${count} more options`);
  }

  focus() {
    (this.fields[0]?.input ?? this.submit).focus();
  }

  // What stands in the fields and is fit to be sent.
  values() {
    const filled = this.fields.filter((field) => field.value !== undefined);
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value]));
  }

  // What is wrong first, or null; the field at fault gets the focus.
  check() {
    for (const field of this.fields) {
      const text = field.check();
      if (text) {
        field.complain();
        return text;
      }
    }
    return null;
  }

  #key(event) {
    if (event.isComposing) return;
    const field = this.fields.find((one) => one.input === event.target);
    const emptied = event.key === "Backspace" && field && field === this.fields[0] && !field.input.value;
    const deed = field?.key(event)
      ? () => {}
      : event.key === "Escape" || emptied
        ? this.leave
        : event.key === "Enter" && field
          ? this.send
          : null;
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  }
}
