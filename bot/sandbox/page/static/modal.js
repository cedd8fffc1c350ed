// A modal: the browser's own dialog, which keeps the focus inside and the page outside still.

import { $, h } from "./dom.js";
import { chosenOf, optionsOf, selectFace } from "./components.js";
import { prose } from "./prose.js";
import { openSelect } from "./selects.js";

let serial = 0;

// A field: its element, its value, and what is wrong with it (or null).
function textField(part, id, label) {
  const props = {
    id,
    name: part.custom_id,
    minlength: part.min_length,
    maxlength: part.max_length ?? 4000,
    placeholder: part.placeholder,
    "aria-required": part.required !== false && "true",
    "aria-describedby": `${id}-note ${id}-wrong`,
    autocomplete: "off",
  };
  const node = part.style === 2 ? h("textarea", { ...props, rows: 4 }) : h("input", { ...props, type: "text" });
  node.value = part.value ?? "";
  const required = part.required !== false;
  const wrong = () => {
    const length = node.value.length;
    if (!length) return required ? `${label} is needed.` : null;
    if (length < (part.min_length ?? 0)) return `At least ${part.min_length} characters.`;
    return null;
  };
  return { node, value: () => node.value, wrong };
}

function selectField(part, id, label) {
  let chosen = chosenOf(part);
  const box = h("div", {});
  const required = part.required !== false;
  const draw = () => {
    const face = selectFace(part, chosen, {
      id,
      "aria-label": label,
      "aria-required": required && "true",
      "aria-describedby": `${id}-note ${id}-wrong`,
      "aria-disabled": part.disabled && "true",
    });
    face.addEventListener("click", () => {
      const min = required ? (part.min_values ?? 1) : 0;
      openSelect(face, {
        label,
        options: optionsOf(part),
        chosen,
        min,
        max: part.max_values ?? 1,
        done: (values) => {
          chosen = values;
          draw().focus();
        },
      });
    });
    box.replaceChildren(face);
    return face;
  };
  draw();
  return {
    node: box,
    value: () => chosen,
    wrong: () => (required && chosen.length < (part.min_values ?? 1) ? `${label} is needed.` : null),
  };
}

function fieldFor(part, id, label) {
  switch (part.type) {
    case 4:
      return textField(part, id, label);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return selectField(part, id, label);
    default:
      return {
        node: h("p", { class: "subtext" }, `(a field of type ${part.type}, which this page does not draw)`),
        value: () => null,
        wrong: () => null,
      };
  }
}

function labelled(part, label, description, fields) {
  serial += 1;
  const id = `field-${serial}`;
  const field = { ...fieldFor(part, id, label), id, customId: part.custom_id };
  fields.push(field);
  return h(
    "div",
    { class: "field" },
    h(
      "label",
      { for: id },
      label,
      part.required !== false && h("span", { class: "star", "aria-hidden": "true" }, " *"),
    ),
    h("p", { class: "note", id: `${id}-note` }, description ?? ""),
    field.node,
    h("p", { class: "wrong", id: `${id}-wrong`, "aria-live": "polite" }),
  );
}

function rows(components, fields) {
  return components.flatMap((part) => {
    if (part.type === 10) return [prose(part.content, null)];
    if (part.type === 18) return [labelled(part.component, part.label, part.description, fields)];
    if (part.type === 1)
      return part.components.map((kid) => labelled(kid, kid.label ?? kid.placeholder ?? "Choose", undefined, fields));
    return [];
  });
}

function firstFault(fields) {
  let first = null;
  for (const field of fields) {
    const text = field.wrong();
    $(`${field.id}-wrong`).textContent = text ?? "";
    const target = $(field.id);
    if (text) target.setAttribute("aria-invalid", "true");
    else target.removeAttribute("aria-invalid");
    if (text) first ??= target;
  }
  return first;
}

// Shows a modal; `submit` gets {custom_id: value} and tells whether it was answered.
export function showModal(modal, app, submit) {
  const dialog = $("modal");
  const opener = document.activeElement;
  const fields = [];
  const oops = h("p", { class: "oops", role: "alert" });
  const send = h("button", { type: "submit", class: "button primary" }, "Submit");
  const form = h(
    "form",
    { novalidate: true },
    h(
      "header",
      {},
      h("h2", { id: "modal-title" }, modal.title),
      h("p", { class: "note" }, `${app} asks. What you write goes to it alone.`),
    ),
    h("div", { class: "fields" }, rows(modal.components, fields)),
    oops,
    h(
      "footer",
      {},
      h("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, "Cancel"),
      send,
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fault = firstFault(fields);
    if (fault) return void fault.focus();
    if (send.getAttribute("aria-busy")) return;
    send.setAttribute("aria-busy", "true");
    oops.textContent = "";
    const answered = await submit(Object.fromEntries(fields.map((field) => [field.customId, field.value()])));
    send.removeAttribute("aria-busy");
    if (answered === true) dialog.close();
    else oops.textContent = answered;
  });
  dialog.replaceChildren(form);
  dialog.onclose = () => {
    dialog.replaceChildren();
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  };
  if (!dialog.open) dialog.showModal();
  (dialog.querySelector(".fields input, .fields textarea, .fields button") ?? send).focus();
}

export function closeModal() {
  if ($("modal").open) $("modal").close();
}
