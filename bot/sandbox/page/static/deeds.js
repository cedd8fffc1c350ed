// What the person does: words, commands, presses, choices, modals, each asked of the server and answered once.

import { $, toast } from "./dom.js";
import { allCommands } from "./commands.js";
import { chosenOf, find, optionsOf } from "./components.js";
import { remove, renderAround, toEnd } from "./messages.js";
import { showModal } from "./modal.js";
import { openSelect } from "./selects.js";
import { drop, localMessage, put, state } from "./state.js";

const SENDING_SHOWS_MS = 300; // a bot that answers at once needs no line that it is being asked

const app = () => state.people.find((one) => one.bot);
const ask = (frame) => state.link.ask(frame);

export async function speak(locale) {
  const answer = await ask({ t: "locale", locale });
  if (answer.kind !== "done") toast(answer.text ?? "That did not work.");
}

export async function say(content) {
  const answer = await ask({ t: "say", channel: state.channel, content });
  if (answer.kind !== "done") toast(answer.text ?? "The message was not sent.");
}

export async function complete(entry, options, focused) {
  const answer = await ask({
    t: "complete",
    channel: state.channel,
    command: entry.command,
    path: entry.path,
    options,
    focused,
  });
  return answer.choices ?? [];
}

export async function slash(entry, options) {
  const { channel, link } = state;
  const here = () => state.link === link && state.channel === channel; // not somebody else's page by now, nor another channel
  const line = localMessage({
    author: { ...app(), username: app().name },
    command: entry.name,
    interaction_metadata: { user: { ...state.me, username: state.me.name } },
  });
  toEnd();
  const waiting = setTimeout(() => here() && renderAround(put(line)), SENDING_SHOWS_MS);
  const answer = await ask({ t: "slash", channel, command: entry.command, path: entry.path, options });
  clearTimeout(waiting);
  const at = drop(line.id);
  if (at >= 0) remove(line.id, at);
  if (answer.kind === "failed" || answer.kind === "refused") {
    if (here()) renderAround(put({ ...line, failed: answer.text ?? "The application did not respond" }));
  } else if (answer.kind === "modal") {
    present(answer.modal);
  }
}

async function press(messageId, customId, values) {
  state.failed.delete(messageId);
  state.pending.set(messageId, customId);
  redraw(messageId);
  const answer = await ask({ t: "press", message: messageId, custom_id: customId, values });
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
    const answer = await ask({ t: "submit", modal: modal.id, fields });
    if (answer.kind === "done") return true;
    return answer.text ?? "Something went wrong. Try again.";
  });
}

function choose(face, message) {
  const part = find(message.components, face.dataset.customId);
  openSelect(face, {
    label: face.getAttribute("aria-label"),
    options: optionsOf(part),
    chosen: chosenOf(part),
    min: part.min_values ?? 1,
    max: part.max_values ?? 1,
    done: (values) => press(message.id, part.custom_id, values),
  });
}

function reveal(node) {
  if (node.getAttribute("aria-expanded") === "true") return;
  node.setAttribute("aria-expanded", "true");
  for (const name of ["role", "aria-label", "tabindex"]) node.removeAttribute(name);
}

function dismiss(message) {
  remove(message.id, drop(message.id));
  if (!message.local) ask({ t: "dismiss", message: message.id });
}

// A first table: started as one would type it, with three players of the house, and dealt.
async function begin() {
  for (const [path, options] of [
    ["table start", {}],
    ["table house", { players: 3 }],
    ["table deal", {}],
  ]) {
    const entry = allCommands().find((one) => one.path.join(" ") === path);
    if (entry) await slash(entry, options);
  }
}

// `open(guild, channel)` goes there; `composer` takes the focus, or a command that a message mentions.
export function watchDeeds({ open, composer }) {
  const acts = {
    press: (node, message) => press(message.id, node.dataset.customId),
    select: choose,
    spoiler: reveal,
    begin,
    dismiss(node, message) {
      dismiss(message);
      composer.focus();
    },
    channel(node) {
      const home = state.guilds.find((one) => one.channels.some((channel) => channel.id === node.dataset.id));
      if (home) open(home.id, node.dataset.id);
    },
    command: (node) => composer.chooseNamed(node.dataset.name),
  };
  const act = (event) => {
    const node = event.target.closest("[data-act]");
    if (!node || node.getAttribute("aria-disabled") === "true" || node.getAttribute("aria-busy") === "true") return;
    const id = node.closest(".message")?.dataset.id; // the greeting stands in no message
    acts[node.dataset.act](
      node,
      state.messages.find((one) => one.id === id),
    );
  };
  $("messages").addEventListener("click", act);
  $("messages").addEventListener("keydown", (event) => {
    if (event.target.dataset.act !== "spoiler" || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act(event);
  });
}
