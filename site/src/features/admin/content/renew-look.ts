import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import type { PageData } from "@porchlight/protocol/content.ts";

/** The sheet of the present look, which replaces that of the look before. */
let present: CSSStyleSheet | undefined;

/**
 * Gives the open dashboard the colours and the typeface that the site has now, as they are in the dashboard's own page.
 *
 * @returns the artist's name
 */
export async function renewLook(): Promise<string> {
  const response = await fetch(ADMIN_PATH);
  if (!response.ok) throw new Error(`${ADMIN_PATH} responded with status ${response.status}`);
  const html = await response.text();
  const [, data = ""] = /<script id="page-data"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  // The cast holds: the gateway is from the same release.
  const { site } = JSON.parse(data) as PageData;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", site.themeColour);

  const [all = "", own = ""] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(all);
  // The other rules are there already, and must not come after those of the dashboard.
  const typeface = [...sheet.cssRules]
    .map(({ cssText }) => cssText)
    .filter((rule) => /^@font-face|--display:/.test(rule));
  sheet.replaceSync(typeface.join("") + own);
  for (const style of document.querySelectorAll("style")) if (isOwnLook(style)) style.remove();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== present), sheet];
  present = sheet;
  return site.name;
}

/** Only the style of an artist's own colours repeats `:root`; see theme-style.ts. */
function isOwnLook({ textContent }: Element): boolean {
  return textContent.includes(":root:root");
}
