// What the page knows, from the frames of one person's socket.

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const COMPONENTS_V2 = 1 << 15;

export const state = {
  link: null, // the socket of the person one is
  me: null,
  people: [],
  guilds: [],
  commands: {},
  locales: [],
  guild: null, // ids of what is open
  channel: null,
  more: false, // whether the open channel has earlier messages
  messages: [], // of the open channel, oldest first
  unread: new Set(), // channels
  pending: new Map(), // message id → custom_id of the component that waits for an answer
  failed: new Set(), // ids of messages whose last press was not answered
  clockOffset: 0, // the stand-in's clock minus the browser's, in milliseconds
};

export const now = () => Date.now() + state.clockOffset;
export const locale = () => state.me?.locale ?? "en-US";
export const person = (id) => state.people.find((one) => one.id === id);
export const guild = () => state.guilds.find((one) => one.id === state.guild);
export const channels = () => guild()?.channels ?? [];
export const role = (id) => guild()?.roles?.find((one) => one.id === id);
export const channelNamed = (id) => state.guilds.flatMap((one) => one.channels).find((one) => one.id === id);

export const nameOf = (user, member) => member?.nick ?? person(user.id)?.name ?? user.global_name ?? user.username;

// Snowflakes are larger than a double holds, so they are ordered as BigInts.
const order = (message) => BigInt(message.after ?? message.id);

export function put(message) {
  const at = state.messages.findIndex((one) => one.id === message.id);
  if (at >= 0) {
    state.messages[at] = message;
    return at;
  }
  let place = state.messages.length;
  while (place > 0 && order(state.messages[place - 1]) > order(message)) place -= 1;
  state.messages.splice(place, 0, message);
  return place;
}

export function drop(id) {
  const at = state.messages.findIndex((one) => one.id === id);
  if (at >= 0) state.messages.splice(at, 1);
  return at;
}

// A line that only this browser knows, below everything there is: a command on its way, or one that nobody answered.
let locals = 0;
export function localMessage(fields) {
  locals += 1;
  const last = state.messages.at(-1);
  return {
    id: `local-${locals}`,
    after: last ? (last.after ?? last.id) : "0",
    local: true,
    channel_id: state.channel,
    content: "",
    flags: EPHEMERAL,
    timestamp: new Date(now()).toISOString(),
    ...fields,
  };
}

// Discord's own fall-back: en-US and en-GB speak for each other before the default does.
export function said(thing, field) {
  const words = thing[`${field}_localizations`] ?? {};
  const sibling = { "en-US": "en-GB", "en-GB": "en-US" }[locale()];
  return words[locale()] ?? words[sibling] ?? thing[field];
}
