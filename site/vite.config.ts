import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Modules that every page brings: React, and what stands around each screen. `main.tsx` itself stays the entry, since
 * its name is how pages find the files they need.
 */
const EVERY_PAGE = [
  /\/node_modules\/(react|react-dom|scheduler)\//,
  /\/protocol\/src\/(admin|limits|messages|content|subscriber)\.ts$/,
  /\/site\/src\/app\/(app|apply-head|chunk|chunk-files|hydrate-page|load-chunk|navigate|preload|screen-failed|screens|scroll-positions|words)\.tsx?$/,
  /\/site\/src\/app\/layout\/(cart|layout|navigation|now-playing|words)\.tsx?$/,
  /\/site\/src\/api\/(analytics|config|content)\.ts$/,
  /\/site\/src\/lib\/(clicked-link|own-address|parsed-url|pause|storage|when-idle)\.ts$/,
  /\/site\/src\/ui\/(alert|failed-pictures|picture|social-row|stray-clicks|words)\.tsx?$/,
];

/** What every page but Home brings besides. */
const FOOTER = [
  /\/site\/src\/app\/layout\/footer\.tsx$/,
  /\/site\/src\/features\/newsletter\/(footer-signup|subscribe)\.tsx?$/,
  /\/site\/src\/api\/database\.ts$/,
  /\/site\/src\/ui\/html\.tsx$/,
];

/** What the shop and the music share. */
const SHELVES = [
  /\/site\/src\/app\/use-part-in-head\.ts$/,
  /\/site\/src\/lib\/(create-store|prepared-picture|use-fetched)\.ts$/,
  /\/site\/src\/ui\/(spinner|use-own-links)\.tsx?$/,
];

/** What the shop and the cart share. */
const SELLING = [
  /\/protocol\/src\/(image-for-size|money)\.ts$/,
  /\/site\/src\/api\/storefront\/(generated|storefront-client|site-storefront)\.ts$/,
  /\/site\/src\/features\/cart\/local-cart\.ts$/,
  /\/site\/src\/lib\/format-price\.ts$/,
];

/** lightningcss's flag for `light-dark()`. Source: `Features.LightDark` of that package. */
const LIGHT_DARK = 1 << 20;

/** One expression, which the bundler reads without coming back to us for each module. */
function anyOf(parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join("|"));
}

/** Puts our own code in the place of what Vite has every dynamic import call. */
function ownChunkFiles(): Plugin {
  const own = fileURLToPath(new URL("src/app/chunk-files.ts", import.meta.url));
  return {
    name: "own-chunk-files",
    apply: "build",
    enforce: "pre",
    resolveId: { filter: { id: /vite\/preload-helper/ }, handler: () => own },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [react(), ownChunkFiles()],
  // The gateway serves everything but the bundles; there is no public folder.
  publicDir: false,
  // No stylesheet uses it, and what stands in for it in older browsers would be in the HTML of every page.
  css: { lightningcss: { exclude: LIGHT_DARK } },
  build: {
    target: "es2022",
    rolldownOptions: {
      input: "src/main.tsx",
      // What is needed together stays together. Cut into a file for each set of screens that share a piece, Home would
      // ask for thirteen scripts and weigh two kilobytes more, and to begin fifteen requests holds up a phone in the shop.
      output: {
        codeSplitting: {
          groups: [
            { name: "every-page", test: anyOf(EVERY_PAGE) },
            { name: "footer", test: anyOf(FOOTER) },
            { name: "shelves", test: anyOf(SHELVES) },
            { name: "selling", test: anyOf(SELLING) },
          ],
        },
      },
      // Sentences stand in modules of their own; inlined, they cost no byte more than in their components.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      // How long plugins took is of no use to an owner whose machine is busy.
      checks: { pluginTimings: false },
    },
    // Fonts stay files of their own, so that they can be preloaded and kept.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The built server bundle stands alone. Under `npm run dev` packages stay Node's to load: some are CommonJS.
  ...(command === "build" && { ssr: { noExternal: true } }),
}));
