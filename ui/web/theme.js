// Light or dark: as the address requests (?theme=light), or else as the machine prefers.

const asked = new URLSearchParams(location.search).get("theme");
const prefersLight = matchMedia("(prefers-color-scheme: light)");

function choose() {
  document.documentElement.dataset.theme = asked ?? (prefersLight.matches ? "light" : "dark");
}

prefersLight.addEventListener("change", choose);
choose();
