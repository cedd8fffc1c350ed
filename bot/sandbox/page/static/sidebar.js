// Servers and channels; on a narrow screen both lie in a drawer, as the people do on the other side.

import { $, h } from "./dom.js";
import { channelNamed, guild, state } from "./state.js";

const initials = (name) =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .join("")
    .slice(0, 3)
    .toUpperCase();
const THREADS = new Set([10, 11, 12]);

export function renderSidebar({ open }) {
  $("servers").replaceChildren(
    ...state.guilds.map((one) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "server",
            "aria-label": one.name,
            "aria-current": one.id === state.guild && "true",
            title: one.name,
            onclick: () => open(one.id, one.channels[0]?.id),
          },
          initials(one.name),
          one.channels.some((channel) => state.unread.has(channel.id)) &&
            h("span", { class: "dot", "aria-hidden": "true" }),
        ),
      ),
    ),
  );
  $("server-name").textContent = guild()?.name ?? "No server";
  $("channels").replaceChildren(
    ...(guild()?.channels ?? []).map((one) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: `channel ${THREADS.has(one.type) ? "thread" : ""} ${state.unread.has(one.id) ? "unread" : ""}`,
            "aria-current": one.id === state.channel && "page",
            onclick: () => open(state.guild, one.id),
          },
          h("span", { class: "hash", "aria-hidden": "true" }, THREADS.has(one.type) ? "↳" : "#"),
          one.name,
          state.unread.has(one.id) && h("span", { class: "unseen" }, " (new messages)"),
        ),
      ),
    ),
  );
  const channel = channelNamed(state.channel);
  $("channel-name").replaceChildren(
    h("span", { class: "hash", "aria-hidden": "true" }, "# "),
    channel?.name ?? "no channel",
  );
  $("channel-topic").textContent = channel?.topic ?? "";
  document.title = channel ? `#${channel.name} · ${guild().name}` : "Sandbox";
}

const sides = { drawer: "open-drawer", people: "open-people" };

export function showSide(name) {
  for (const [side, opener] of Object.entries(sides)) {
    const open = side === name;
    $("app").classList.toggle(`${side}-open`, open);
    $(opener).setAttribute("aria-expanded", String(open));
  }
  if (name) $(name).querySelector("[aria-current=page], [aria-checked=true], button")?.focus();
}

export function watchSides() {
  for (const [side, opener] of Object.entries(sides)) {
    $(opener).addEventListener("click", () =>
      showSide($(opener).getAttribute("aria-expanded") === "true" ? null : side),
    );
  }
  $("shade").addEventListener("click", () => showSide(null));
  document.addEventListener("keydown", (event) => {
    const open = Object.entries(sides).find(([, opener]) => $(opener).getAttribute("aria-expanded") === "true");
    if (event.key !== "Escape" || !open) return;
    showSide(null);
    $(open[1]).focus();
  });
}
