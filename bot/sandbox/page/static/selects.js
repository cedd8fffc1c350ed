// Opening a select's list, in a message or in a modal, and giving back what was chosen.

import { toast } from "./dom.js";
import { Listbox, placeBy } from "./listbox.js";

let open = null;

export function closeSelect({ keep = true } = {}) {
  open?.close(keep);
}

// `done` gets the chosen values, once, when they differ from `chosen`: a client does not send an option that was already chosen.
export function openSelect(face, { label, options, chosen, min = 1, max = 1, done }) {
  const again = open?.face === face;
  closeSelect();
  if (again) return;
  const multiple = max > 1;
  const picked = new Set(chosen);
  const list = new Listbox({ label, multiple, pick: (option) => choose(option.value) });
  const host = face.closest("dialog") ?? document.body; // what lies outside a modal dialog cannot be pressed
  host.append(list.node);

  function choose(value) {
    if (!multiple) {
      const again = picked.has(value);
      picked.clear();
      if (!again || min > 0) picked.add(value);
      close(true);
      return;
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < max) picked.add(value);
    else toast(`Choose at most ${max}.`);
    list.chosen = picked;
    list.mark();
  }

  function close(keep) {
    if (open?.face !== face) return;
    open = null;
    list.node.remove();
    document.removeEventListener("pointerdown", outside, true);
    face.setAttribute("aria-expanded", "false");
    face.focus({ preventScroll: true });
    const values = options.map((option) => option.value).filter((value) => picked.has(value));
    const changed = values.length !== chosen.length || values.some((value) => !chosen.includes(value));
    if (!keep || !changed) return;
    if (values.length < min) toast(`Choose at least ${min}.`);
    else done(values);
  }

  const outside = (event) => {
    if (!list.node.contains(event.target) && !face.contains(event.target)) close(true);
  };

  const keys = {
    Home: () => list.go(0),
    End: () => list.go(options.length - 1),
    Enter: () => list.pickActive(),
    " ": () => list.pickActive(),
    Escape: () => close(multiple), // what was ticked in a list of several is kept, as Discord does
    Tab: () => close(true),
  };
  list.node.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (list.moved(event.key)) event.preventDefault();
    else if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    } else if (event.key.length === 1) typeAhead(list, options, event.key);
  });

  open = { face, close };
  list.show(options, {
    chosen,
    active: Math.max(
      0,
      options.findIndex((option) => picked.has(option.value)),
    ),
    empty: "Nothing to choose",
  });
  placeBy(face, list.node);
  face.setAttribute("aria-expanded", "true");
  face.setAttribute("aria-controls", list.id);
  list.node.tabIndex = 0;
  list.node.focus();
  document.addEventListener("pointerdown", outside, true);
}

function typeAhead(list, options, char) {
  const order = [...options.slice(list.active + 1), ...options.slice(0, list.active + 1)];
  const found = order.find((option) => option.label.toLowerCase().startsWith(char.toLowerCase()));
  if (found) list.go(options.indexOf(found));
}
