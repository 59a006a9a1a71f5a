import { fileURLToPath } from "node:url";
import { DISPLAY_FACES } from "@porchlight/protocol/render.ts";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Modules of every page: the entry, the bundler's own, React, and the frame of the screens. */
const EVERY_PAGE = [
  /^\0rolldown\/runtime\.js$/,
  /\/site\/src\/main\.tsx$/,
  /\/node_modules\/(react|react-dom|scheduler)\//,
  /\/protocol\/src\/(admin|limits|content)\.ts$/,
  /\/site\/src\/app\/(app|chunk|chunk-files|hydrate-page|load-chunk|navigate|preload|screen-failed|screens|scroll-positions|words)\.tsx?$/,
  /\/site\/src\/app\/layout\/(cart|layout|navigation|now-playing|words)\.tsx?$/,
  /\/site\/src\/api\/(analytics|content)\.ts$/,
  /\/site\/src\/features\/(music\/kinds|shop\/shape)\.ts$/,
  /\/site\/src\/lib\/(clicked-link|storage|when-idle|word-size)\.ts$/,
  /\/site\/src\/ui\/(alert|artist-name|failed-pictures|picture|social-row|stray-clicks|words)\.tsx?$/,
];

/** Modules of every page but Home. There the cart and the email dialog load them. */
const FOOTER = [
  /\/protocol\/src\/(messages|subscriber)\.ts$/,
  /\/site\/src\/api\/config\.ts$/,
  /\/site\/src\/lib\/(own-address|parsed-url|pause)\.ts$/,
  /\/site\/src\/app\/(apply-head\.ts|layout\/footer\.tsx)$/,
  /\/site\/src\/features\/newsletter\/(footer-signup|subscribe)\.tsx?$/,
  /\/site\/src\/api\/database\.ts$/,
  /\/site\/src\/ui\/html\.tsx$/,
];

/** Modules that the shop, the shows and the Music screen share. */
const SHELVES = [
  /\/protocol\/src\/(format-date|language|picture-widths)\.ts$/,
  /\/site\/src\/app\/use-part-in-head\.ts$/,
  /\/site\/src\/lib\/(create-store|prepared-picture|use-fetched)\.ts$/,
  /\/site\/src\/ui\/(spinner|use-own-links|use-share)\.tsx?$/,
];

/** Modules that the Music screen, the setlists, the short player and the head of an album's page share. */
const LISTENING = [
  /\/protocol\/src\/music\.ts$/,
  /\/site\/src\/api\/music\.ts$/,
  /\/site\/src\/features\/music\/(album-cover|songs|words)\.tsx?$/,
];

/** Modules that the shop and the cart share. */
const SELLING = [
  /\/protocol\/src\/(format-price|image-for-size|money)\.ts$/,
  /\/site\/src\/api\/storefront\/(generated|storefront-client|site-storefront)\.ts$/,
  /\/site\/src\/features\/cart\/local-cart\.ts$/,
];

/** lightningcss's flag for `light-dark()`. Source: `Features.LightDark` of that package. */
const LIGHT_DARK = 1 << 20;

/** Joins expressions into one, which the bundler tests without calling back for each module. */
function anyOf(parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join("|"));
}

/** Replaces Vite's helper for dynamic imports by our own. */
function ownChunkFiles(): Plugin {
  const own = fileURLToPath(new URL("src/app/chunk-files.ts", import.meta.url));
  return {
    name: "own-chunk-files",
    apply: "build",
    enforce: "pre",
    resolveId: { filter: { id: /vite\/preload-helper/ }, handler: () => own },
  };
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), ownChunkFiles()],
  // The gateway serves everything but the bundles; there is no public folder.
  publicDir: false,
  // No stylesheet uses `light-dark()`, and its fallback for older browsers would be in the HTML of every page.
  css: { lightningcss: { exclude: LIGHT_DARK } },
  build: {
    target: "es2022",
    rolldownOptions: {
      // A page has the stylesheet of one typeface for names, that for a hero without pictures if it has none, and that of
      // the ground "dawn" if it is chosen; see document.ts.
      input: [
        "src/main.tsx",
        ...DISPLAY_FACES.map((face) => `src/ui/styles/display/${face}.css`),
        "src/features/hero/without-pictures.css",
        "src/ui/styles/dawn.css",
      ],
      // Modules that load together share a chunk. With a chunk for each set of screens that share a module, Home would
      // need thirteen scripts and two more kilobytes, and starting fifteen requests is slow for a phone in the shop.
      output: {
        // Six characters of a hash are enough, and each further one adds a byte.
        ...(!isSsrBuild && {
          entryFileNames: "assets/[name]-[hash:6].js",
          chunkFileNames: "assets/[name]-[hash:6].js",
          assetFileNames: "assets/[name]-[hash:6][extname]",
        }),
        // Not for Node: in groups, the gateway would load the part of React that only browsers run.
        ...(!isSsrBuild && {
          codeSplitting: {
            groups: [
              { name: "every-page", test: anyOf(EVERY_PAGE) },
              { name: "footer", test: anyOf(FOOTER) },
              { name: "shelves", test: anyOf(SHELVES) },
              { name: "listening", test: anyOf(LISTENING) },
              { name: "selling", test: anyOf(SELLING) },
            ],
          },
        }),
      },
      // Inlines the sentences of words.ts, so that they need no more bytes than in their components.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      // The owner does not need the timings of plugins.
      checks: { pluginTimings: false },
    },
    // Fonts stay separate files, so that they can be preloaded and cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The server bundle includes all packages. Under `npm run dev` Node loads them: some are CommonJS.
  ...(command === "build" && { ssr: { noExternal: true } }),
}));
