// Discord's timestamps, spoken in the reader's language; the relative ones tick.

import { h } from "./dom.js";
import { locale, now } from "./state.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

export const format = (ms, style) => new Intl.DateTimeFormat(locale(), STYLES[style]).format(ms);

export function relative(ms) {
  const seconds = Math.round((ms - now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale()).format(Math.trunc(seconds / size), unit);
}

export function timestamp(seconds, style = "f") {
  const ms = seconds * 1000;
  if (Math.abs(ms) > 8.64e15) return h("span", {}, "Invalid Date");
  const ticking = style === "R";
  return h(
    "time",
    // A log would read every tick aloud.
    {
      class: "stamp",
      datetime: new Date(ms).toISOString(),
      title: format(ms, "F"),
      "data-ms": ticking && ms,
      "aria-live": ticking && "off",
    },
    ticking ? relative(ms) : format(ms, style),
  );
}

export function when(iso) {
  const ms = Date.parse(iso);
  const today = new Date(now()).toDateString() === new Date(ms).toDateString();
  return format(ms, today ? "t" : "s");
}

function tick() {
  for (const node of document.querySelectorAll("time[data-ms]")) {
    const text = relative(Number(node.dataset.ms));
    if (node.textContent !== text) node.firstChild.data = text;
  }
}

export const startTicking = () => setInterval(tick, 250);
