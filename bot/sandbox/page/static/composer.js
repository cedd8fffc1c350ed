// The message box: plain words, or a slash command with its options as fields.

import { $, h } from "./dom.js";
import { allCommands, fitting } from "./commands.js";
import { Listbox } from "./listbox.js";
import { OptionField } from "./optionfield.js";
import { channelNamed, state } from "./state.js";

export class Composer {
  #fields = [];
  #entry = null; // the chosen command

  // `send`: {say(text), slash(entry, options), complete(entry, options, focused) → choices}
  constructor(send) {
    this.send = send;
    this.list = new Listbox({ label: "Commands", pick: (option) => this.choose(option.value) });
    this.popup = h("div", { class: "picker", hidden: true });
    this.hint = h("p", { class: "option-hint", id: "option-hint", hidden: true });
    this.wrong = h("p", { class: "wrong", role: "alert" });
    this.text = h("textarea", {
      id: "say",
      rows: "1",
      maxlength: "2000",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      autocomplete: "off",
    });
    this.list.owner = this.text;
    this.box = h("div", { class: "box" }, this.text);
    $("composer").replaceChildren(this.popup, this.hint, this.wrong, this.box);
    this.text.addEventListener("input", () => this.#typed());
    this.text.addEventListener("focus", () => this.#typed());
    this.text.addEventListener("blur", () => this.#show(null));
    this.text.addEventListener("keydown", (event) => this.#textKey(event));
    $("composer").addEventListener("input", () => (this.wrong.textContent = ""));
    $("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  // The open channel or the commands changed.
  refresh() {
    const name = channelNamed(state.channel)?.name ?? "";
    this.text.placeholder = `Message #${name}, or / for commands`;
    this.text.setAttribute("aria-label", `Message #${name}`);
    if (document.activeElement === this.text) this.#typed();
  }

  focus() {
    (this.#fields[0]?.input ?? this.box.querySelector("[type=submit]") ?? this.text).focus();
  }

  reset(text = "") {
    this.#entry = null;
    this.#fields = [];
    this.#show(null);
    this.hint.hidden = true;
    this.wrong.textContent = "";
    this.text.value = text;
    this.box.replaceChildren(this.text);
    this.#grow();
  }

  // By its own name, as a command is mentioned in messages.
  chooseNamed(name) {
    const entry = allCommands().find((one) => one.path.join(" ") === name);
    if (entry) this.choose(entry);
  }

  choose(entry) {
    this.#show(null);
    this.#entry = entry;
    const tools = {
      complete: (focused, text) => this.send.complete(entry, { ...this.#values(), [focused]: text }, focused),
      hint: (text) => this.#hint(text),
      popup: (node) => this.#show(node),
    };
    const ordered = [...entry.options].sort(
      (one, other) => Number(Boolean(other.required)) - Number(Boolean(one.required)),
    );
    this.#fields = ordered.map((option) => new OptionField(option, tools));
    const send = h(
      "button",
      { type: "submit", class: "button primary send", "aria-label": `Send /${entry.name}` },
      "Send",
    );
    const drop = h(
      "button",
      { type: "button", class: "icon drop", "aria-label": "Discard this command", onclick: () => this.#leave() },
      h("span", { "aria-hidden": "true" }, "✕"),
    );
    const line = h(
      "div",
      { class: "command", role: "group", "aria-label": `/${entry.name}` },
      h("span", { class: "command-name" }, `/${entry.name}`),
      this.#fields.map((field) => field.node),
      send,
      drop,
    );
    line.addEventListener("keydown", (event) => this.#fieldKey(event));
    this.box.replaceChildren(line);
    this.#hint(entry.description);
    this.focus();
  }

  #leave() {
    this.reset();
    this.text.focus();
  }

  #hint(text) {
    this.hint.textContent = text;
    this.hint.hidden = false;
  }

  #show(node) {
    this.popup.replaceChildren(...(node ? [node] : []));
    this.popup.hidden = !node;
    if (node !== this.list.node) this.text.setAttribute("aria-expanded", "false");
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 180)}px`;
  }

  #typed() {
    this.#grow();
    const command = /^\/([^\n]*)$/.exec(this.text.value);
    if (!command || this.dismissed === this.text.value) return this.#show(null);
    this.dismissed = null;
    const found = fitting(command[1]).map((entry) => ({
      value: entry,
      label: `/${entry.name}`,
      description: entry.description,
    }));
    this.list.show(found, { empty: "No command of that name" });
    this.#show(this.list.node);
    this.text.setAttribute("aria-expanded", "true");
    return undefined;
  }

  #textKey(event) {
    const open = this.text.getAttribute("aria-expanded") === "true";
    if (event.isComposing) return;
    if (open && this.list.moved(event.key)) {
      event.preventDefault();
    } else if (open && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey && this.list.options.length) {
      event.preventDefault();
      this.list.pickActive();
    } else if (open && event.key === "Escape") {
      event.stopPropagation();
      this.dismissed = this.text.value;
      this.#show(null);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    }
  }

  #fieldKey(event) {
    const field = this.#fields.find((one) => one.input === event.target);
    if (event.isComposing) return;
    if (field?.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (
      event.key === "Escape" ||
      (event.key === "Backspace" && field && !field.input.value && field === this.#fields[0])
    ) {
      event.preventDefault();
      event.stopPropagation();
      this.#leave();
    } else if (event.key === "Enter" && field) {
      event.preventDefault();
      this.#submit();
    }
  }

  // What stands in the fields and is fit to be sent.
  #values() {
    const filled = this.#fields.filter((field) => field.value !== undefined);
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value]));
  }

  #say(words) {
    this.reset();
    this.send.say(words);
  }

  #submit() {
    if (!this.#entry) {
      const words = this.text.value.trim();
      if (words.startsWith("/")) this.wrong.textContent = "There is no such command. Type / to see those there are.";
      else if (words) this.#say(words);
      return;
    }
    for (const field of this.#fields) {
      const text = field.check();
      if (text) {
        field.complain(text);
        this.wrong.textContent = text;
        return;
      }
    }
    const entry = this.#entry;
    const values = this.#values();
    this.#leave();
    this.send.slash(entry, values);
  }
}
