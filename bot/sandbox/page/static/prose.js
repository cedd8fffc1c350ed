// Markdown's tree as elements.

import { h } from "./dom.js";
import { blocks, inline } from "./markdown.js";
import { channelNamed, nameOf, person, role, state } from "./state.js";
import { timestamp } from "./time.js";

const TAGS = {
  strong: "strong",
  em: "em",
  underline: "u",
  strike: "s",
  quote: "blockquote",
  bullets: "ul",
  item: "li",
  heading1: "h3",
  heading2: "h4",
  heading3: "h5",
  text: "p",
};

// `alt` is empty where the words beside it already say what it shows; a title would be read as well.
export function customEmoji(id, name, alt = `:${name}:`) {
  return h("img", {
    class: "emoji",
    src: `emoji/${encodeURIComponent(id)}`,
    alt,
    title: alt && `:${name}:`,
    draggable: "false",
  });
}

function mentionedUser(id, message) {
  const user = message?.mentions?.find((one) => one.id === id) ?? person(id);
  return h(
    "span",
    { class: id === state.me?.id ? "mention mine" : "mention" },
    user ? `@${nameOf(user)}` : "@unknown-user",
  );
}

const JOINED_BEFORE = /^[\u00a0\u2060]/;
const JOINED_AFTER = /[\u00a0\u2060]$/;

// The kids, each emoji in one piece with what is joined to it by a kept space or a word joiner. Where emojis are letters, as in the apps
// on phones, those characters do it; a browser breaks a line beside a picture whatever stands there.
function pieces(nodes, message) {
  const found = [];
  let piece = [];
  let open = false; // whether the piece ends with a joint
  const close = () => {
    found.push(piece.length > 1 ? h("span", { class: "joined" }, piece) : piece);
    piece = [];
    open = false;
  };
  for (const node of nodes) {
    if (node.type === "emoji") {
      if (!open) close();
      piece.push(element(node, message));
      open = false;
    } else if (typeof node === "string") {
      let text = node;
      if (piece.length > 0 && (open || JOINED_BEFORE.test(text))) {
        const [head] = /^[^ \n]*/.exec(text);
        piece.push(head);
        text = text.slice(head.length);
        open = text === "" && JOINED_AFTER.test(head);
        if (text === "") continue;
      }
      close();
      const tail = JOINED_AFTER.test(text) ? /[^ \n]*$/.exec(text)[0] : "";
      found.push(text.slice(0, text.length - tail.length));
      if (tail !== "") piece.push(tail);
      open = tail !== "";
    } else {
      close();
      found.push(element(node, message));
    }
  }
  close();
  return found;
}

function element(node, message) {
  if (typeof node === "string") return node;
  const kids = () => pieces(node.kids, message);
  switch (node.type) {
    case "code":
      return h("code", {}, node.text);
    case "codeblock":
      return h("pre", {}, h("code", {}, node.text));
    case "link":
      return h("a", { href: node.href, target: "_blank", rel: "noopener noreferrer" }, kids());
    case "emoji":
      return customEmoji(node.id, node.name);
    case "user":
      return mentionedUser(node.id, message);
    case "role":
      return h("span", { class: "mention" }, `@${role(node.id)?.name ?? "deleted-role"}`);
    case "everyone":
      return h("span", { class: "mention mine" }, node.text);
    case "channel":
      return h(
        "button",
        { type: "button", class: "mention", "data-act": "channel", "data-id": node.id },
        `#${channelNamed(node.id)?.name ?? "unknown"}`,
      );
    case "command":
      return h(
        "button",
        { type: "button", class: "mention", "data-act": "command", "data-name": node.name },
        `/${node.name}`,
      );
    case "time":
      return timestamp(node.seconds, node.style);
    case "spoiler":
      return h(
        "span",
        {
          class: "spoiler",
          role: "button",
          tabindex: "0",
          "aria-label": "Spoiler",
          "aria-expanded": "false",
          "data-act": "spoiler",
          "data-keep": "aria-expanded aria-label role tabindex",
        },
        h("span", {}, kids()),
      );
    case "subtext":
      return h("p", { class: "subtext" }, kids());
    case "numbers":
      return h("ol", { start: node.start }, kids());
    default:
      return h(TAGS[node.type], {}, kids());
  }
}

const onlyEmojis = (tree) =>
  tree.length === 1 &&
  tree[0].type === "text" &&
  tree[0].kids.every((kid) => kid.type === "emoji" || (typeof kid === "string" && !kid.trim()));

export function prose(text, message, { jumbo = false } = {}) {
  const tree = blocks(text);
  return h(
    "div",
    { class: jumbo && onlyEmojis(tree) ? "prose jumbo" : "prose" },
    tree.map((node) => element(node, message)),
  );
}

export const inlineProse = (text, message) => inline(text).map((node) => element(node, message));
