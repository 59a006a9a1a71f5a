import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig(({ command }) => ({
  plugins: [react()],
  // The gateway serves everything but the bundles; there is no public folder.
  publicDir: false,
  build: {
    target: "es2022",
    rolldownOptions: { input: "src/main.tsx" },
    // Fonts stay files of their own, so that they can be preloaded and kept.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The built server bundle stands alone. Under `npm run dev` packages stay Node's to load: some are CommonJS.
  ...(command === "build" && { ssr: { noExternal: true } }),
}));
