import type { IncomingMessage, ServerResponse } from "node:http";
import type { CreateSiteRenderer, DisplayFace, SiteRenderer } from "@porchlight/protocol/render.ts";
import { createServer } from "vite";
import type { Pages } from "./pages.ts";

/** The site, rendered and served from its current sources. */
type DevSite = {
  loadRenderer: () => Promise<SiteRenderer>;
  /** Serves the sources, and renders pages from their current state. */
  before: (pages: Pages) => (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  stop: () => Promise<void>;
};

/** Prepares React's hot reload. In its own pages Vite's React plugin adds this code; this page is not Vite's. */
const PREAMBLE = `import RefreshRuntime from "/@react-refresh";
RefreshRuntime.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
window.__vite_plugin_react_preamble_installed__ = true;
`;

/** The site's stylesheets as Vite gives them to a page without script. */
export const devStylesheets = (display: DisplayFace) => [
  "/src/ui/styles.css?direct",
  `/src/ui/styles/display/${display}.css?direct`,
];

/** Starts Vite on the site's sources. */
export async function createDevSite(root: string): Promise<DevSite> {
  const vite = await createServer({
    root,
    appType: "custom",
    // If Vite bundled the configuration, it would write a new file, and Node's watch would restart the gateway.
    configLoader: "native",
    server: { middlewareMode: true },
  });
  const loadRenderer = async () => {
    const bundle = await vite.ssrLoadModule("/src/prerender.tsx");
    // The module is the site's server entry, and its one export has this type.
    return (bundle.createSiteRenderer as CreateSiteRenderer)();
  };
  return {
    loadRenderer,
    before: (pages) => (request, response, next) => {
      if (request.url === "/dev-preamble.js") {
        response.writeHead(200, { "Content-Type": "text/javascript" }).end(PREAMBLE);
        return;
      }
      vite.middlewares(request, response, () => {
        if (!request.headers.accept?.includes("text/html")) return next();
        loadRenderer()
          .then(pages.replaceRenderer)
          .catch((error: unknown) => {
            // The page stays as it was. Vite's overlay also shows the mistake in the browser.
            console.error(error);
          })
          .finally(next);
      });
    },
    stop: () => vite.close(),
  };
}
