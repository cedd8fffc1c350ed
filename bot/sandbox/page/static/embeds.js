// Embeds, in the plain form that a bot without components v2 would use.

import { h } from "./dom.js";
import { media } from "./components.js";
import { inlineProse, prose } from "./prose.js";

const field = (one, message) =>
  h(
    "div",
    { class: one.inline ? "field inline" : "field" },
    h("strong", {}, inlineProse(one.name, message)),
    prose(one.value, message),
  );

export function embed(one, message) {
  const style = one.color ? { "--accent": `#${one.color.toString(16).padStart(6, "0")}` } : {};
  return h(
    "div",
    { class: "container embed", style },
    one.author && h("p", { class: "embed-author" }, one.author.name),
    one.title && h("h4", {}, inlineProse(one.title, message)),
    one.description && prose(one.description, message),
    one.fields?.length > 0 &&
      h(
        "div",
        { class: "fields" },
        one.fields.map((entry) => field(entry, message)),
      ),
    one.image && media(one.image, { kind: "wide" }),
    one.footer && h("p", { class: "subtext" }, one.footer.text),
  );
}
