// Building and patching elements. All data reaches the page as text nodes and attributes, never as markup.

export const $ = (id) => document.getElementById(id);

export function h(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return node;
}

// Words for a screen reader alone.
export const unseen = (text) => h("span", { class: "unseen" }, text);

const keyOf = (node) => node.dataset?.key;

function matches(old, fresh) {
  return old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
}

function patchAttributes(old, fresh) {
  const kept = (old.dataset.keep ?? "").split(" "); // what the reader changed, such as an opened spoiler
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !kept.includes(name) && name !== "style") old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && !kept.includes(name) && name !== "style") old.setAttribute(name, value);
  }
  // The content security policy refuses style attributes; the object model is what it allows.
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}

// Turn `old` into `fresh` in place, so that what stays keeps its focus, scroll and selection.
// Elements with a data-key are matched by it.
export function patch(old, fresh) {
  if (!matches(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
  return old;
}

function patchChildren(old, fresh) {
  const keyed = new Map([...old.children].filter(keyOf).map((kid) => [keyOf(kid), kid]));
  let cursor = old.firstChild;
  for (const kid of [...fresh.childNodes]) {
    const twin = keyed.get(keyOf(kid)) ?? (cursor && !keyOf(cursor) ? cursor : null);
    if (!twin || !matches(twin, kid)) {
      old.insertBefore(kid, cursor);
      continue;
    }
    // Take out what stands before the twin instead of moving the twin: moving would lose its focus.
    while (cursor && cursor !== twin && old.contains(twin)) {
      const next = cursor.nextSibling;
      cursor.remove();
      cursor = next;
    }
    if (twin.parentNode !== old) old.insertBefore(twin, cursor);
    else cursor = twin.nextSibling;
    patch(twin, kid);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

export function toast(text) {
  const node = $("toast");
  node.textContent = text;
  node.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => node.classList.remove("shown"), 5000);
}
