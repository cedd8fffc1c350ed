// Who sits in front of the page: one press makes the browser another person's, with nothing but what that person sees.

import { $, h } from "./dom.js";
import { locale, state } from "./state.js";

const HUES = [12, 38, 92, 158, 190, 216, 262, 318];

function hue(id) {
  let sum = 0;
  for (const digit of id) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  return HUES[sum % HUES.length];
}

const initials = (name) => [...name.replace(/[^\p{L}\p{N} ]/gu, "").trim()].slice(0, 1).join("").toUpperCase() || "·";

export function avatar(user, size = "") {
  const name = user.name ?? user.global_name ?? user.username;
  return h(
    "span",
    { class: `avatar ${size}`, "aria-hidden": "true", style: { "--hue": user.bot ? 232 : hue(user.id) } },
    user.bot ? "♠" : initials(name),
  );
}

const languages = new Map(); // making a namer takes a millisecond, and there are 34

export function languageName(code) {
  if (!languages.has(code)) {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
    languages.set(code, name[0].toLocaleUpperCase(code) + name.slice(1));
  }
  return languages.get(code);
}

function row(one) {
  const mine = one.id === state.me.id;
  const note = one.note ?? languageName(one.locale);
  return h(
    "button",
    {
      type: "button",
      class: "person",
      role: "radio",
      "aria-checked": String(mine),
      "aria-label": one.name,
      "aria-describedby": `about-${one.id}`,
      tabindex: mine ? "0" : "-1",
      "data-person": one.id,
      "data-key": one.id,
    },
    avatar(one),
    h(
      "span",
      { class: "person-text" },
      h("span", { class: "person-name" }, one.name),
      h("span", { class: "person-note", id: `about-${one.id}` }, note),
    ),
    h("span", { class: "eye", "aria-hidden": "true" }, mine ? "you" : ""),
  );
}

function bots() {
  const all = state.people.filter((one) => one.bot);
  return all.length
    ? [
        h("h3", {}, `App — ${all.length}`),
        h(
          "ul",
          { class: "bots" },
          all.map((one) =>
            h(
              "li",
              { class: "person" },
              avatar(one),
              h("span", { class: "person-text" }, h("span", { class: "person-name" }, one.name)),
              h("span", { class: "app-tag" }, "APP"),
            ),
          ),
        ),
      ]
    : [];
}

export function renderPeople({ become, speak }) {
  const here = state.people.filter((one) => !one.bot);
  const group = h(
    "div",
    { role: "radiogroup", "aria-labelledby": "people-title", class: "person-list" },
    here.map(row),
  );
  group.addEventListener("click", (event) => {
    const id = event.target.closest("[data-person]")?.dataset.person;
    if (id) become(id);
  });
  group.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = here.findIndex((one) => one.id === state.me.id);
    become(here[(at + step + here.length) % here.length].id);
  });
  const hadFocus = $("people").contains(document.activeElement);
  $("people").replaceChildren(h("h3", { id: "people-title" }, `Play as — ${here.length} people`), group, ...bots());
  if (hadFocus) $("people").querySelector("[aria-checked=true]")?.focus();
  renderSelf(speak);
}

function renderSelf(speak) {
  const { me } = state;
  const choice = h(
    "select",
    { "aria-label": "Your language", onchange: (event) => speak(event.target.value) },
    state.locales.map((code) =>
      h("option", { value: code, selected: code === locale() && true, lang: code }, languageName(code)),
    ),
  );
  $("self").replaceChildren(avatar(me, "small"), h("div", { class: "self-text" }, h("strong", {}, me.name), choice));
  $("open-people").replaceChildren(avatar(me, "small"));
  $("open-people").setAttribute("aria-label", `People. You are ${me.name}`);
}
