// The page's beginning: one person's socket, what it tells, and what that person does.

import { $ } from "./dom.js";
import { Composer } from "./composer.js";
import { complete, say, slash, speak, watchDeeds } from "./deeds.js";
import {
  follows,
  noticeNew,
  remove,
  renderAll,
  renderAround,
  keepingDistance,
  toEnd,
  watchScroll,
} from "./messages.js";
import { closeModal } from "./modal.js";
import { renderPeople } from "./people.js";
import { closeSelect } from "./selects.js";
import { renderSidebar, showSide, watchSides } from "./sidebar.js";
import { Link } from "./socket.js";
import { channelNamed, drop, put, state } from "./state.js";
import { watchTheme } from "./theme.js";
import { startTicking } from "./time.js";

const KEPT_MESSAGES = 200;
let unheard = true; // whether things may have been said that this page has not heard
const composer = new Composer({ say, slash, complete });

// The address remembers who one is and where, so that each person can have a tab and a reload changes nothing.
const place = () => new URLSearchParams(location.hash.slice(1));
const remember = () =>
  history.replaceState(null, "", `#${new URLSearchParams({ as: state.me.id, channel: state.channel ?? "" })}`);

function connect(person) {
  state.link?.close();
  closeSelect({ keep: false });
  closeModal();
  // Nothing of the last person stays in this page.
  Object.assign(state, { me: null, messages: [], pending: new Map(), failed: new Set(), unread: new Set() });
  $("messages").replaceChildren();
  composer.reset();
  unheard = true;
  state.link = new Link(person, { frame: receive, status: connection });
}

function connection(status) {
  if (status === "lost") unheard = true;
  $("connection").hidden = status === "open";
  $("connection").textContent = status === "open" ? "" : "The connection is lost. Trying again…";
}

const frames = {
  welcome(frame) {
    const first = !state.me;
    Object.assign(state, {
      me: frame.me,
      people: frame.people,
      guilds: frame.guilds,
      commands: frame.commands,
      locales: frame.locales,
      clockOffset: frame.now - Date.now(),
    });
    const wanted = channelNamed(state.channel) ? state.channel : place().get("channel");
    const home = state.guilds.find((one) => one.channels.some((channel) => channel.id === wanted)) ?? state.guilds[0];
    const channel = home?.channels.find((one) => one.id === wanted) ?? home?.channels[0];
    show(home?.id ?? null, channel?.id ?? null);
    if (first && matchMedia("(pointer: fine)").matches && !$("people").contains(document.activeElement))
      composer.focus();
  },
  history(frame) {
    if (frame.channel !== state.channel) return;
    const earlier = Boolean(frame.before);
    if (!earlier) state.messages = state.messages.filter((one) => one.local && one.channel_id === state.channel);
    frame.messages.forEach(put);
    state.more = frame.more;
    if (earlier) keepingDistance(renderAll);
    else renderAll();
  },
  message({ message }) {
    if (message.channel_id !== state.channel) {
      state.unread.add(message.channel_id);
      renderSidebar({ open });
      return;
    }
    const fresh = !state.messages.some((one) => one.id === message.id);
    renderAround(put(message));
    if (!fresh) return;
    noticeNew();
    if (state.messages.length > KEPT_MESSAGES && follows()) forget();
  },
  gone({ id }) {
    const at = drop(id);
    if (at >= 0) remove(id, at);
  },
};

// The oldest messages go; "Earlier messages" brings them back.
function forget() {
  state.messages.splice(0, state.messages.length - KEPT_MESSAGES / 2);
  state.more = true;
  renderAll();
}

const receive = (frame) => frames[frame.t]?.(frame);

function open(guildId, channelId) {
  show(guildId, channelId);
  showSide(null);
}

function show(guildId, channelId) {
  const changed = state.channel !== channelId;
  Object.assign(state, { guild: guildId, channel: channelId });
  if (changed) Object.assign(state, { messages: [], more: false });
  state.unread.delete(channelId);
  remember();
  renderSidebar({ open });
  renderPeople({ become, speak });
  composer.refresh();
  if (changed) {
    renderAll();
    toEnd();
  }
  if (channelId && (changed || unheard)) state.link.tell({ t: "open", channel: channelId });
  unheard = false;
}

function become(person) {
  showSide(null);
  if (person !== state.me?.id) connect(person);
}

watchDeeds({ open, composer });
$("earlier").addEventListener("click", () =>
  state.link.tell({ t: "open", channel: state.channel, before: state.messages.find((one) => !one.local)?.id }),
);
// The address is where one is, which following a link would overwrite.
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  composer.focus();
});
// Whoever types with nothing focused means the message box.
document.addEventListener("keydown", (event) => {
  if (
    event.key.length === 1 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    document.activeElement === document.body &&
    event.key !== " "
  )
    composer.focus();
});
watchScroll();
watchSides();
watchTheme();
startTicking();
connect(place().get("as"));
