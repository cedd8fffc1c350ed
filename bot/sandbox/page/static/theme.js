// Light or dark: as the system has it, until the switch says otherwise. The page keeps nothing, so a reload asks the system again.

import { $ } from "./dom.js";

export function watchTheme() {
  const system = matchMedia("(prefers-color-scheme: light)");
  const show = (light) => {
    document.documentElement.dataset.theme = light ? "light" : "dark";
    $("theme").setAttribute("aria-pressed", String(light));
  };
  show(system.matches);
  system.addEventListener("change", () => show(system.matches));
  $("theme").addEventListener("click", () => show(document.documentElement.dataset.theme !== "light"));
}
