/** Words in pictures. Set by Chromium, because it has the best typesetting that is available. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

async function fontFace(family: string, file: string): Promise<string> {
  const data = await readFile(fileURLToPath(import.meta.resolve(file)), "base64");
  return `@font-face { font-family: "${family}"; font-weight: 100 900; src: url(data:font/woff2;base64,${data}); }`;
}

/**
 * Sets a page with the site's typefaces: "Besley", "Libre Franklin", "Archivo Black" and "Instrument Serif".
 *
 * @param body HTML; 1rem is a hundredth of the width
 * @returns a PNG of that size, clear where the page is
 * @throws {Error} when there is no browser on this computer
 */
export async function setPage(body: string, width: number, height: number): Promise<Buffer> {
  const faces = await Promise.all([
    fontFace("Besley", "@fontsource/besley/files/besley-latin-600-normal.woff2"),
    fontFace("Archivo Black", "@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff2"),
    fontFace("Instrument Serif", "@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2"),
    fontFace("Libre Franklin", "@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2"),
  ]);
  const page = `<!doctype html><style>
    ${faces.join("\n")}
    html { font-size: ${width / 100}px; }
    body { margin: 0; height: ${height}px; position: relative; }
  </style>${body}`;
  // Loaded here, not above: every drawing thread imports this file, and few pictures need a browser.
  const [{ chromium }, { findBrowser, QUIET_PLAYWRIGHT_FLAGS }] = await Promise.all([
    import("@playwright/test"),
    import("../../../tools/browser.ts"),
  ]);
  const executablePath = findBrowser();
  if (!executablePath)
    throw new Error("Setting the lettering needs Chromium or Chrome: install one or set CHROME_PATH");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", ...QUIET_PLAYWRIGHT_FLAGS],
  });
  try {
    const tab = await browser.newPage({ viewport: { width, height } });
    await tab.setContent(page);
    await tab.evaluate("document.fonts.ready");
    return await tab.screenshot({ omitBackground: true });
  } finally {
    await browser.close();
  }
}

/**
 * Sets the act's name and what it plays, for the social card.
 *
 * @returns a PNG of that size, transparent except for the letters
 * @throws {Error} when there is no browser on this computer
 */
export async function setLettering(width: number, height: number): Promise<Buffer> {
  const words = `<style>
    body { color: #f4e9d8; }
    div { position: absolute; left: 6.2rem; bottom: 6.4rem; }
    h1 { margin: 0 0 0 -0.05em; font: 600 8.9rem/0.98 Besley; letter-spacing: -0.022em; }
    p { margin: 2.1rem 0 0; font: 480 2.05rem/1 "Libre Franklin"; letter-spacing: 0.045em; color: #eadcc8; }
    p::before { content: ""; display: inline-block; width: 3.4rem; height: 0.22rem; margin: 0 1.3rem 0.5rem 0; background: #d83b65; }
  </style><div><h1>Harbour<br>Line</h1><p>Country &amp; Americana</p></div>`;
  return setPage(words, width, height);
}
