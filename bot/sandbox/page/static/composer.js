// The message box: plain words, or a slash command with its options as fields.

import { $, h } from "./dom.js";
import { CommandLine } from "./commandline.js";
import { allCommands, fitting } from "./commands.js";
import { Listbox } from "./listbox.js";
import { channelNamed, state } from "./state.js";

export class Composer {
  #line = null; // the command being filled in

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
    (this.#line ?? this.text).focus();
  }

  reset(text = "") {
    this.#line = null;
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
    this.#line = new CommandLine(entry, {
      complete: (options, focused) => this.send.complete(entry, options, focused),
      hint: (text) => this.#hint(text),
      popup: (node) => this.#show(node),
      send: () => this.#submit(),
      leave: () => this.#leave(),
    });
    this.box.replaceChildren(this.#line.node);
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

  #say(words) {
    this.reset();
    this.send.say(words);
  }

  #submit() {
    const words = this.text.value.trim();
    if (this.#line) this.#sendCommand();
    else if (words.startsWith("/")) this.wrong.textContent = "There is no such command. Type / to see those there are.";
    else if (words) this.#say(words);
  }

  #sendCommand() {
    this.wrong.textContent = this.#line.check() ?? "";
    if (this.wrong.textContent) return;
    const { entry } = this.#line;
    const values = this.#line.values();
    this.#leave();
    this.send.slash(entry, values);
  }
}
