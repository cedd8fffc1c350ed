// Slash commands as Discord registers them, made flat: one entry for each thing that can be sent.

import { channels, guild, said, state } from "./state.js";

const SUBCOMMAND = 1;
const GROUP = 2;

function leaves(root, node, path, shown) {
  const kids = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (!kids.length)
    return [
      {
        command: root.id,
        path,
        name: shown.join(" "),
        description: said(node, "description"),
        options: node.options ?? [],
      },
    ];
  return kids.flatMap((kid) => leaves(root, kid, [...path, kid.name], [...shown, said(kid, "name")]));
}

export function allCommands() {
  const here = (state.commands[state.guild] ?? []).filter((one) => (one.type ?? 1) === 1);
  return here
    .flatMap((root) => leaves(root, root, [root.name], [said(root, "name")]))
    .sort((one, other) => one.name.localeCompare(other.name));
}

// Those that begin with what was typed come first, then those that hold all its words.
export function fitting(typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  const rank = (one) =>
    one.name.toLowerCase().startsWith(whole) ? 0 : words.every((word) => one.name.toLowerCase().includes(word)) ? 1 : 2;
  return allCommands()
    .map((one) => [rank(one), one])
    .filter(([place]) => place < 2)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
}

// What an option offers, or null where it is typed freely.
export function offered(option) {
  if (option.choices?.length)
    return option.choices.map((choice) => ({ value: choice.value, label: said(choice, "name") }));
  switch (option.type) {
    case 5:
      return [
        { value: true, label: "True" },
        { value: false, label: "False" },
      ];
    case 6:
      return state.people
        .filter((one) => one.guilds.includes(state.guild))
        .map((one) => ({ value: one.id, label: one.name, description: one.username }));
    case 7:
      return channels()
        .filter((one) => !option.channel_types?.length || option.channel_types.includes(one.type))
        .map((one) => ({ value: one.id, label: `#${one.name}` }));
    case 8:
      return (guild()?.roles ?? []).map((one) => ({ value: one.id, label: `@${one.name}` }));
    default:
      return null;
  }
}

function numberFault(option, text) {
  const number = Number(text.trim());
  if (!Number.isFinite(number) || (option.type === 4 && !Number.isSafeInteger(number)))
    return option.type === 4 ? "A whole number, please." : "A number, please.";
  const { min_value: least, max_value: most } = option;
  if ((least !== undefined && number < least) || (most !== undefined && number > most)) {
    if (least !== undefined && most !== undefined) return `From ${least} to ${most}, please.`;
    return least !== undefined ? `At least ${least}, please.` : `At most ${most}, please.`;
  }
  return null;
}

// What is wrong with a typed value, or null; an empty one is judged by the caller.
export function fault(option, text) {
  if (option.type === 4 || option.type === 10) return numberFault(option, text);
  if (option.min_length && text.length < option.min_length) return `At least ${option.min_length} characters, please.`;
  if (option.max_length && text.length > option.max_length) return `At most ${option.max_length} characters, please.`;
  return null;
}

export const typed = (option, text) => (option.type === 4 || option.type === 10 ? Number(text.trim()) : text);
