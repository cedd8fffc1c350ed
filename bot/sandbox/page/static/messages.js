// The message log: one article a message, patched in place when it changes.

import { $, h, patch, unseen } from "./dom.js";
import { component, fileCard, media } from "./components.js";
import { embed } from "./embeds.js";
import { prose } from "./prose.js";
import { EPHEMERAL, LOADING, nameOf, state } from "./state.js";
import { format, when } from "./time.js";
import { avatar } from "./people.js";

const SAME_SPEAKER_MS = 7 * 60 * 1000;
let stuck = true; // whether the log follows its end

function continues(before, message) {
  return (
    before &&
    before.author.id === message.author.id &&
    !message.interaction_metadata &&
    !message.local &&
    (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
    sameDay(before, message) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < SAME_SPEAKER_MS
  );
}

const sameDay = (one, other) => new Date(one.timestamp).toDateString() === new Date(other.timestamp).toDateString();

function usedLine(message) {
  const name = message.interaction?.name ?? message.command;
  if (!name) return null;
  const used = message.interaction_metadata;
  return h(
    "p",
    { class: "used" },
    h("span", { "aria-hidden": "true", class: "elbow" }),
    h("strong", {}, nameOf(used.user)),
    " used ",
    h("span", { class: "mention" }, `/${name}`),
  );
}

function header(message) {
  return h(
    "header",
    {},
    h("strong", { class: "author" }, nameOf(message.author, message.member)),
    message.author.bot && h("span", { class: "app-tag" }, "APP"),
    h(
      "time",
      { datetime: message.timestamp, title: format(Date.parse(message.timestamp), "F") },
      when(message.timestamp),
    ),
  );
}

function attachments(message) {
  const shown = (message.attachments ?? []).filter(() => !message.components?.length || message.content);
  return shown.map((one) =>
    one.content_type?.startsWith("image/")
      ? media(one, { description: one.description, kind: "wide" })
      : fileCard(one.filename, one.size, one.url),
  );
}

function body(message) {
  if (message.local && !message.failed) return h("p", { class: "thinking sending" }, "Sending command…");
  if (message.flags & LOADING)
    return h(
      "p",
      { class: "thinking" },
      h("span", { class: "dots", "aria-hidden": "true" }),
      `${nameOf(message.author)} is thinking…`,
    );
  const edited =
    message.edited_timestamp &&
    h("span", { class: "edited", title: format(Date.parse(message.edited_timestamp), "F") }, "(edited)");
  const text = message.content && prose(message.content, message, { jumbo: true });
  return [
    text,
    attachments(message),
    (message.embeds ?? []).map((one) => embed(one, message)),
    (message.components ?? []).map((part) => component(part, message)),
    edited,
  ];
}

function footer(message) {
  const failed = state.failed.has(message.id) && h("p", { class: "failed", role: "alert" }, "This interaction failed");
  const unanswered = message.failed && h("p", { class: "failed", role: "alert" }, message.failed);
  const own =
    message.flags & EPHEMERAL && (!message.local || message.failed)
      ? h(
          "p",
          { class: "private" },
          h("span", { "aria-hidden": "true" }, "◉ "),
          "Only you can see this · ",
          h("button", { type: "button", class: "text-button", "data-act": "dismiss" }, "Dismiss message"),
        )
      : null;
  return [failed, unanswered, own];
}

const forMe = (message) => message.mention_everyone || (message.mentions ?? []).some((one) => one.id === state.me?.id);

function article(message, before) {
  const joined = continues(before, message);
  const classes = ["message", joined && "joined", message.flags & EPHEMERAL && "ephemeral", forMe(message) && "for-me"]
    .filter(Boolean)
    .join(" ");
  const who = `${nameOf(message.author, message.member)}, ${when(message.timestamp)}`;
  return h(
    "article",
    {
      class: classes,
      "data-key": message.id,
      "data-id": message.id,
      "aria-label": who,
      tabindex: "-1",
      "aria-busy": Boolean(message.flags & LOADING) && "true",
    },
    usedLine(message),
    joined
      ? h(
          "time",
          { class: "margin", datetime: message.timestamp, "aria-hidden": "true" },
          format(Date.parse(message.timestamp), "t"),
        )
      : avatar(message.author),
    h("div", { class: "body" }, joined ? unseen(`${who}: `) : header(message), body(message), footer(message)),
  );
}

function day(message) {
  return h(
    "div",
    { class: "day", "data-key": `day-${message.timestamp.slice(0, 10)}`, role: "separator" },
    h("span", {}, format(Date.parse(message.timestamp), "D")),
  );
}

// One message and, since they may now be joined or parted, the one after it.
export function renderAround(at) {
  keepingPlace(() => {
    for (const index of [at, at + 1]) {
      const message = state.messages[index];
      if (message) place(message, state.messages[index - 1], state.messages[index + 1]);
    }
  });
}

const opensDay = (message, before) => !before || !sameDay(before, message);

const nodeOf = (id) => $("messages").querySelector(`:scope > [data-id="${CSS.escape(id)}"]`);

function place(message, before, after) {
  const fresh = article(message, before);
  const old = nodeOf(message.id);
  if (old) patchKeepingFocus(old, fresh);
  else if (opensDay(message, before)) renderAll();
  else $("messages").insertBefore(fresh, after ? nodeOf(after.id) : null);
}

// A press usually replaces its button by one with another custom_id: the focus goes to the one that says the same, or stands in its place.
function patchKeepingFocus(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const pressable = (node) => [...node.querySelectorAll("[data-custom-id]")];
  const index = focused ? pressable(old).indexOf(focused) : -1;
  const label = focused?.textContent;
  patch(old, fresh);
  if (!focused || focused.isConnected) return;
  const now = pressable(old);
  (now.find((node) => node.textContent === label) ?? now[Math.min(index, now.length - 1)] ?? old).focus({
    preventScroll: true,
  });
}

// An empty channel greets whoever has never seen the game.
function greeting() {
  return h(
    "section",
    { class: "empty" },
    h("h3", {}, "Five-card Open Draw"),
    h("p", {}, "Poker with five cards each, and one twist: what you throw away is turned face up in front of you."),
    h("p", {}, "Everybody sees what you gave up, and you see what they did. Bet, throw, bet again, show."),
    h("p", {}, "You play with play money against three players of the house. Or type / to see what the bot can do."),
    h("button", { type: "button", class: "button primary", "data-act": "begin" }, h("span", { class: "label" }, "Deal me in")),
  );
}

export function renderAll() {
  const tree = h("div", { class: "messages", id: "messages" });
  state.messages.forEach((message, at) => {
    const before = state.messages[at - 1];
    if (opensDay(message, before)) tree.append(day(message));
    tree.append(article(message, before));
  });
  if (!state.messages.length)
    tree.append(greeting());
  keepingPlace(() => patch($("messages"), tree));
  $("earlier").hidden = !state.more;
}

export function remove(id, at) {
  keepingPlace(() => nodeOf(id)?.remove());
  renderAround(at);
}

export function keepingPlace(change) {
  change();
  if (stuck) toEnd();
}

// For what comes in above: the reader keeps seeing the same lines.
export function keepingDistance(change) {
  const log = $("log");
  const fromEnd = log.scrollHeight - log.scrollTop;
  change();
  log.scrollTop = log.scrollHeight - fromEnd;
}

export function toEnd() {
  const log = $("log");
  log.scrollTop = log.scrollHeight;
  stuck = true;
  $("jump").hidden = true;
}

export function watchScroll() {
  const log = $("log");
  let [top, height] = [0, 0];
  log.addEventListener(
    "scroll",
    () => {
      // A picture that has just come leaves the end farther away, and a message that got shorter moves the log up: only who scrolls up
      // while everything keeps its height wants to stay there.
      if (log.scrollHeight - log.scrollTop - log.clientHeight < 60) stuck = true;
      else if (log.scrollTop < top && log.scrollHeight === height) stuck = false;
      [top, height] = [log.scrollTop, log.scrollHeight];
      if (stuck) $("jump").hidden = true;
    },
    { passive: true },
  );
  $("jump").addEventListener("click", toEnd);
  // Pictures and the keyboard of a phone change heights after the text is there.
  const follow = new ResizeObserver(() => (stuck ? toEnd() : null));
  follow.observe($("messages"));
  follow.observe(log);
}

export const follows = () => stuck;

export function noticeNew() {
  if (!stuck) $("jump").hidden = false;
}
