// The page's beginning: one person's socket, what it tells, and what that person does.

import { $, toast } from "./dom.js";
import { chosenOf, find, optionsOf } from "./components.js";
import { Composer } from "./composer.js";
import { noticeNew, remove, renderAll, renderAround, toEnd, watchScroll } from "./messages.js";
import { closeModal, showModal } from "./modal.js";
import { renderPeople } from "./people.js";
import { closeSelect, openSelect } from "./selects.js";
import { renderSidebar, showSide, watchSides } from "./sidebar.js";
import { Link } from "./socket.js";
import { channelNamed, drop, localMessage, put, state } from "./state.js";
import { startTicking } from "./time.js";

let link = null;
const composer = new Composer({ say, slash, complete });
const app = () => state.people.find((one) => one.bot);

// The address remembers who one is and where, so that each person can have a tab and a reload changes nothing.
const place = () => new URLSearchParams(location.hash.slice(1));
const remember = () => history.replaceState(null, "", `#${new URLSearchParams({ as: state.me.id, channel: state.channel ?? "" })}`);

function connect(person) {
  link?.close();
  closeSelect({ keep: false });
  closeModal();
  // Nothing of the last person stays in this page.
  Object.assign(state, { me: null, messages: [], pending: new Map(), failed: new Set(), unread: new Set() });
  $("messages").replaceChildren();
  composer.reset();
  link = new Link(person, { frame: receive, status: connection });
}

function connection(status) {
  $("connection").hidden = status === "open";
  $("connection").textContent = status === "open" ? "" : "The connection is lost. Trying again…";
}

const frames = {
  welcome(frame) {
    const first = !state.me;
    Object.assign(state, { me: frame.me, people: frame.people, guilds: frame.guilds, commands: frame.commands, locales: frame.locales, clockOffset: frame.now - Date.now() });
    const wanted = channelNamed(state.channel) ? state.channel : place().get("channel");
    const home = state.guilds.find((one) => one.channels.some((channel) => channel.id === wanted)) ?? state.guilds[0];
    const channel = home?.channels.find((one) => one.id === wanted) ?? home?.channels[0];
    open(home?.id ?? null, channel?.id ?? null);
    if (first && matchMedia("(pointer: fine)").matches && !$("people").contains(document.activeElement)) composer.focus();
  },
  history(frame) {
    if (frame.channel !== state.channel) return;
    const earlier = Boolean(frame.before);
    if (!earlier) state.messages = state.messages.filter((one) => one.local && one.channel_id === state.channel);
    frame.messages.forEach(put);
    state.more = frame.more;
    renderAll();
    if (!earlier) toEnd();
  },
  message({ message }) {
    if (message.channel_id !== state.channel) {
      state.unread.add(message.channel_id);
      renderSidebar({ open });
      return;
    }
    const fresh = !state.messages.some((one) => one.id === message.id);
    renderAround(put(message));
    if (fresh) noticeNew();
  },
  gone({ id }) {
    const at = drop(id);
    if (at >= 0) remove(id, at);
  },
};

const receive = (frame) => frames[frame.t]?.(frame);

function open(guildId, channelId) {
  const changed = state.channel !== channelId;
  Object.assign(state, { guild: guildId, channel: channelId });
  if (changed) Object.assign(state, { messages: [], more: false });
  state.unread.delete(channelId);
  remember();
  renderSidebar({ open });
  renderPeople({ become, speak });
  composer.refresh();
  if (changed) renderAll();
  if (channelId) link.tell({ t: "open", channel: channelId });
  showSide(null);
}

function become(person) {
  if (person === state.me?.id) return showSide(null);
  connect(person);
  return undefined;
}

async function speak(locale) {
  const answer = await link.ask({ t: "locale", locale });
  if (answer.kind !== "done") toast(answer.text ?? "That did not work.");
}

async function say(content) {
  const answer = await link.ask({ t: "say", channel: state.channel, content });
  if (answer.kind !== "done") toast(answer.text ?? "The message was not sent.");
}

async function complete(entry, options, focused) {
  const answer = await link.ask({ t: "complete", channel: state.channel, command: entry.command, path: entry.path, options, focused });
  return answer.choices ?? [];
}

async function slash(entry, options) {
  const { channel } = state;
  const line = localMessage({ author: { ...app(), username: app().name }, command: entry.name, interaction_metadata: { user: { ...state.me, username: state.me.name } } });
  renderAround(put(line));
  toEnd();
  const answer = await link.ask({ t: "slash", channel, command: entry.command, path: entry.path, options });
  const at = drop(line.id);
  if (at >= 0) remove(line.id, at);
  if (answer.kind === "failed" || answer.kind === "refused") {
    if (channel === state.channel) renderAround(put({ ...line, failed: answer.text ?? "The application did not respond" }));
  } else if (answer.kind === "modal") {
    present(answer.modal);
  }
}

async function press(messageId, customId, values) {
  state.failed.delete(messageId);
  state.pending.set(messageId, customId);
  redraw(messageId);
  const answer = await link.ask({ t: "press", message: messageId, custom_id: customId, values });
  state.pending.delete(messageId);
  if (answer.kind === "failed") state.failed.add(messageId);
  if (answer.kind === "refused") toast(answer.text);
  redraw(messageId);
  if (answer.kind === "modal") present(answer.modal);
}

function redraw(messageId) {
  const at = state.messages.findIndex((one) => one.id === messageId);
  if (at >= 0) renderAround(at);
}

function present(modal) {
  showModal(modal, app()?.name ?? "The app", async (fields) => {
    const answer = await link.ask({ t: "submit", modal: modal.id, fields });
    if (answer.kind === "done") return true;
    return answer.text ?? "Something went wrong. Try again.";
  });
}

function choose(face, message) {
  const part = find(message.components, face.dataset.customId);
  openSelect(face, {
    label: face.getAttribute("aria-label"), options: optionsOf(part), chosen: chosenOf(part), min: part.min_values ?? 1, max: part.max_values ?? 1,
    done: (values) => press(message.id, part.custom_id, values),
  });
}

function reveal(node) {
  if (node.getAttribute("aria-expanded") === "true") return;
  node.setAttribute("aria-expanded", "true");
  for (const name of ["role", "aria-label", "tabindex"]) node.removeAttribute(name);
}

const acts = {
  press: (node, message) => press(message.id, node.dataset.customId),
  select: choose,
  dismiss(node, message) {
    const at = drop(message.id);
    remove(message.id, at);
    if (!message.local) link.ask({ t: "dismiss", message: message.id });
    composer.focus();
  },
  spoiler: reveal,
  channel(node) {
    const home = state.guilds.find((one) => one.channels.some((channel) => channel.id === node.dataset.id));
    if (home) open(home.id, node.dataset.id);
  },
  command: (node) => composer.chooseNamed(node.dataset.name),
};

function act(event) {
  const node = event.target.closest("[data-act]");
  if (!node || node.getAttribute("aria-disabled") === "true" || node.getAttribute("aria-busy") === "true") return;
  const id = node.closest("[data-id].message")?.dataset.id;
  const message = state.messages.find((one) => one.id === id);
  if (message) acts[node.dataset.act](node, message);
}

$("messages").addEventListener("click", act);
$("messages").addEventListener("keydown", (event) => {
  if (event.target.dataset.act === "spoiler" && (event.key === "Enter" || event.key === " ")) event.preventDefault() ?? act(event);
});
$("earlier").addEventListener("click", () => link.tell({ t: "open", channel: state.channel, before: state.messages.find((one) => !one.local)?.id }));
// Whoever types with nothing focused means the message box.
document.addEventListener("keydown", (event) => {
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && document.activeElement === document.body && event.key !== " ") composer.focus();
});
watchScroll();
watchSides();
startTicking();
connect(place().get("as"));
