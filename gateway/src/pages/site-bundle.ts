import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AssetManifest, CreateSiteRenderer, DisplayFace, SiteRenderer } from "@porchlight/protocol/render.ts";

/**
 * Loads the site's server bundle by its path; the gateway never imports the site.
 *
 * @param folder the site's `dist`
 * @throws {Error} when the site is not built
 */
export async function loadSiteRenderer(folder: string): Promise<SiteRenderer> {
  // Both files were written by our own build.
  const manifest = JSON.parse(readFileSync(join(folder, "client/.vite/manifest.json"), "utf8")) as AssetManifest;
  const bundle: { createSiteRenderer: CreateSiteRenderer } = await import(
    pathToFileURL(join(folder, "server/prerender.js")).href
  );
  const styles = new Map<string, string>();
  return bundle.createSiteRenderer({
    manifest,
    readStyle(file) {
      const text = styles.get(file) ?? readFileSync(join(folder, "client", file), "utf8");
      styles.set(file, text);
      return text;
    },
  });
}

/**
 * Finds the addresses of the stylesheets that every page of the site has, for pages that the gateway writes itself. The
 * last is that of the typeface for names.
 *
 * @param folder the site's `dist`
 */
export function siteStylesheets(folder: string): (display: DisplayFace) => string[] {
  // Written by our own build.
  const manifest = JSON.parse(readFileSync(join(folder, "client/.vite/manifest.json"), "utf8")) as AssetManifest;
  const seen = new Set<string>();
  const stylesOf = (name: string): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const { css = [], imports = [] } = manifest[name] ?? {};
    return [...imports.flatMap(stylesOf), ...css];
  };
  const shared = stylesOf("src/main.tsx");
  return (display) =>
    [...shared, manifest[`src/ui/styles/display/${display}.css`]?.file ?? []].flat().map((file) => `/${file}`);
}
