import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Modules of the first paint that screens loaded later use as well. */
const EVERY_PAGE =
  /node_modules\/(react|react-dom|scheduler|simple-icons)\/|preload-helper|protocol\/src\/(admin|limits|messages|content|subscriber)\.ts$|site\/src\/(app\/(chunk|load-chunk|navigate|places|screen-failed|screens)|api\/(config|content)|lib\/(clicked-link|pause)|ui\/(alert|icon|picture|social-row))\.tsx?$/;

export default defineConfig(({ command }) => ({
  plugins: [react()],
  // The gateway serves everything but the bundles; there is no public folder.
  publicDir: false,
  build: {
    target: "es2022",
    rolldownOptions: {
      input: "src/main.tsx",
      // What every page needs stays together. Cut into a file for each set of screens that share a piece, Home would
      // ask for thirteen scripts instead of six and weigh two kilobytes more.
      output: { codeSplitting: { groups: [{ name: "every-page", test: EVERY_PAGE }] } },
    },
    // Fonts stay files of their own, so that they can be preloaded and kept.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The built server bundle stands alone. Under `npm run dev` packages stay Node's to load: some are CommonJS.
  ...(command === "build" && { ssr: { noExternal: true } }),
}));
