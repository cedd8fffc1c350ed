// Message components, from Discord's objects to elements.
// What is pressed is found by its data attributes, so that patching keeps it alive.

import { h } from "./dom.js";
import { customEmoji, prose } from "./prose.js";
import { channels, guild, state } from "./state.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const SELECTS = new Set([3, 5, 6, 7, 8]);

function emojiOf(emoji, alt) {
  if (emoji.id) return customEmoji(emoji.id, emoji.name, alt);
  return h("span", { class: "glyph", "aria-hidden": alt === "" && "true" }, emoji.name);
}

function button(part, message) {
  const inside = [
    part.emoji && emojiOf(part.emoji, part.label ? "" : part.emoji.name),
    part.label && h("span", { class: "label" }, part.label),
  ];
  const style = BUTTON_STYLES[part.style] ?? "secondary";
  if (part.style === 5) {
    const href = /^(https?|discord):\/\//.test(part.url ?? "") && !part.disabled ? part.url : undefined;
    return h(
      "a",
      {
        class: "button link",
        href,
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-disabled": part.disabled && "true",
      },
      inside,
      h("span", { "aria-hidden": "true" }, "↗\uFE0E"),
    );
  }
  const waiting = state.pending.get(message.id);
  return h(
    "button",
    {
      type: "button",
      class: `button ${style}`,
      "data-act": "press",
      "data-custom-id": part.custom_id,
      "data-key": part.custom_id,
      // A disabled button would lose the focus, and with it the place of whoever plays by keyboard.
      "aria-disabled": (part.disabled || (waiting && waiting !== part.custom_id)) && "true",
      "aria-busy": waiting === part.custom_id && "true",
    },
    inside,
  );
}

const personOption = (one) => ({ value: one.id, label: one.name, description: one.username });

// What a select of any kind offers.
export function optionsOf(part) {
  const here = state.people.filter((one) => one.guilds.includes(state.guild)).map(personOption);
  const roles = (guild()?.roles ?? []).map((one) => ({ value: one.id, label: `@${one.name}` }));
  switch (part.type) {
    case 5:
      return here;
    case 6:
      return roles;
    case 7:
      return [...here, ...roles];
    case 8:
      return channels()
        .filter((one) => !part.channel_types?.length || part.channel_types.includes(one.type))
        .map((one) => ({ value: one.id, label: `#${one.name}` }));
    default:
      return part.options ?? [];
  }
}

export function chosenOf(part) {
  if (part.type === 3) return part.options.filter((option) => option.default).map((option) => option.value);
  return (part.default_values ?? []).map((value) => value.id);
}

// The face of a select, for messages and modals alike.
export function selectFace(part, chosen, props) {
  const labels = optionsOf(part).filter((option) => chosen.includes(option.value));
  const placeholder = part.placeholder ?? "Make a selection";
  const shown = labels.length
    ? labels.map((option) => h("span", { class: "picked" }, option.emoji && emojiOf(option.emoji, ""), option.label))
    : h("span", { class: "placeholder" }, placeholder);
  return h(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": placeholder,
      "data-keep": "aria-expanded",
      ...props,
    },
    h("span", { class: "face" }, shown),
    h("span", { class: "chevron", "aria-hidden": "true" }, "⌄"),
  );
}

function select(part, message) {
  const waiting = state.pending.get(message.id);
  return selectFace(part, chosenOf(part), {
    "data-act": "select",
    "data-custom-id": part.custom_id,
    "data-key": part.custom_id,
    "aria-disabled": (part.disabled || waiting) && "true",
    "aria-busy": waiting === part.custom_id && "true",
  });
}

export function media(item, { description, spoiler, kind }) {
  const picture = h("img", {
    src: item.url,
    alt: description ?? "",
    width: item.width,
    height: item.height,
    class: kind,
  });
  return h(
    "a",
    {
      class: spoiler ? "media veiled" : "media",
      href: item.url,
      target: "_blank",
      rel: "noopener noreferrer",
      "aria-label": description ?? "Picture",
    },
    picture,
  );
}

export function fileCard(name, size, url) {
  return h(
    "a",
    { class: "file", href: url, target: "_blank", rel: "noopener noreferrer" },
    h("span", { class: "glyph", "aria-hidden": "true" }, "📄"),
    h("span", {}, name),
    size !== undefined && h("span", { class: "size" }, `${Math.ceil(size / 1024)} KB`),
  );
}

function gallery(part) {
  return h(
    "div",
    { class: `gallery of-${Math.min(part.items.length, 4)}` },
    part.items.map((item) => media(item.media, { ...item, kind: "wide" })),
  );
}

function section(part, message) {
  return h(
    "div",
    { class: "section" },
    h(
      "div",
      { class: "section-text" },
      part.components.map((kid) => component(kid, message)),
    ),
    h("div", { class: "accessory" }, component(part.accessory, message)),
  );
}

function container(part, message) {
  const accent = part.accent_color;
  const style =
    accent === null || accent === undefined ? {} : { "--accent": `#${accent.toString(16).padStart(6, "0")}` };
  return h(
    "div",
    { class: part.spoiler ? "container veiled" : "container", style },
    part.components.map((kid) => component(kid, message)),
  );
}

export function component(part, message) {
  if (SELECTS.has(part.type)) return select(part, message);
  switch (part.type) {
    case 1:
      return h(
        "div",
        { class: "row" },
        part.components.map((kid) => component(kid, message)),
      );
    case 2:
      return button(part, message);
    case 9:
      return section(part, message);
    case 10:
      return prose(part.content, message);
    case 11:
      return media(part.media, { ...part, kind: "thumbnail" });
    case 12:
      return gallery(part);
    case 13:
      return fileCard(part.name ?? "file", part.size, part.file.url);
    case 14:
      return h("hr", {
        class: `${part.divider === false ? "plain" : "line"} ${part.spacing === 2 ? "large" : "small"}`,
      });
    case 17:
      return container(part, message);
    default:
      return h("p", { class: "subtext" }, `(a component of type ${part.type}, which this page does not draw)`);
  }
}

// The component of a message that bears a custom_id.
export function find(parts, customId) {
  for (const part of parts ?? []) {
    if (part.custom_id === customId) return part;
    const found = find([...(part.components ?? []), ...(part.accessory ? [part.accessory] : [])], customId);
    if (found) return found;
  }
  return null;
}
