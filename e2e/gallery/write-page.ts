import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GALLERY } from "./screens.ts";
import { GALLERY_FOLDER, GALLERY_WINDOWS, pictureName, type Screen, type State, type Width } from "./state.ts";

/** Styles with four columns of pictures, wider ones for wider windows. */
const STYLE = `
:root { color-scheme: dark; font: 15px/1.5 system-ui, sans-serif; background: #111319; color: #e8e2d8; }
body { margin: 0; padding: 1.5rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; margin-block: 1rem 2.5rem; }
a { color: inherit; }
h1, h2, h3 { margin: 0; font-weight: 600; }
h1 { font-size: 1.5rem; }
h2 { position: sticky; inset-block-start: 0; z-index: 1; padding-block: 0.75rem; background: #111319; font-size: 1.25rem; }
h3 { margin-block: 1.25rem 0.5rem; font-size: 1rem; font-weight: 500; }
.widths { display: grid; grid-template-columns: 9fr 14fr 22fr 32fr; gap: 1rem; align-items: start; }
.widths a { display: block; max-block-size: 90vh; overflow: hidden; border: 1px solid #333845; }
.widths img { display: block; inline-size: 100%; }
.widths small { display: block; color: #9d968d; }
`;

/** Writes the page that shows all pictures, screen by screen. @returns its path */
export function writePage(): string {
  const path = join(GALLERY_FOLDER, "index.html");
  mkdirSync(GALLERY_FOLDER, { recursive: true });
  writeFileSync(path, pageOf(GALLERY));
  return path;
}

function pageOf(screens: readonly Screen[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery</title>
<style>${STYLE}</style>
<h1>Every screen and every state</h1>
<nav>${screens.map((screen, at) => `<a href="#screen-${at}">${inHtml(screen.name)}</a>`).join("\n")}</nav>
${screens.map(sectionOf).join("\n")}
</html>
`;
}

const sectionOf = (screen: Screen, at: number): string => `<section id="screen-${at}">
<h2>${inHtml(screen.name)}</h2>
${screen.states.map((state) => rowOf(screen, state)).join("\n")}
</section>`;

const rowOf = (screen: Screen, state: State): string => `<h3>${inHtml(state.name)}</h3>
<div class="widths">
${GALLERY_WINDOWS.map(({ width }) => `<div>${cellOf(screen, state, width)}</div>`).join("\n")}
</div>`;

function cellOf(screen: Screen, state: State, width: Width): string {
  const picture = pictureName(screen, state, width);
  if (!existsSync(join(GALLERY_FOLDER, picture))) return "";
  const words = inHtml(`${screen.name}, ${state.name}, ${width} px`);
  return `<small>${width}</small><a href="${picture}"><img src="${picture}" alt="${words}" loading="lazy"></a>`;
}

function inHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
