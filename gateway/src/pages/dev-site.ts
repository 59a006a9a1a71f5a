import type { IncomingMessage, ServerResponse } from "node:http";
import type { CreateSiteRenderer, SiteRenderer } from "@porchlight/protocol/render.ts";
import { createServer } from "vite";
import type { Pages } from "./pages.ts";

/** The site's sources, drawn and served as they are edited. */
type DevSite = {
  loadRenderer: () => Promise<SiteRenderer>;
  /** Serves the sources, and has pages drawn from the present ones. */
  before: (pages: Pages) => (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;
  stop: () => Promise<void>;
};

/** Readies React's hot reload, as the React plugin would do inline in a page of its own. */
const PREAMBLE = `import RefreshRuntime from "/@react-refresh";
RefreshRuntime.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
window.__vite_plugin_react_preamble_installed__ = true;
`;

/** The site's stylesheet as Vite gives it to a page without script. */
export const DEV_STYLESHEETS = ["/src/ui/styles.css?direct"];

/** Starts Vite on the site's sources. */
export async function createDevSite(root: string): Promise<DevSite> {
  const vite = await createServer({
    root,
    appType: "custom",
    // Bundled first, the configuration would be a new file, for which Node's own watch would start the gateway again.
    configLoader: "native",
    server: { middlewareMode: true },
  });
  const loadRenderer = async () => {
    const bundle = await vite.ssrLoadModule("/src/prerender.tsx");
    // The module is the site's server entry, whose one export has this type.
    return (bundle.createSiteRenderer as CreateSiteRenderer)();
  };
  return {
    loadRenderer,
    before: (pages) => (request, response, goOn) => {
      if (request.url === "/dev-preamble.js") {
        response.writeHead(200, { "Content-Type": "text/javascript" }).end(PREAMBLE);
        return;
      }
      vite.middlewares(request, response, () => {
        if (!request.headers.accept?.includes("text/html")) return goOn();
        loadRenderer()
          .then(pages.replaceRenderer)
          .catch((error: unknown) => {
            // The page stays as it was before the mistake; Vite's overlay shows it in the browser too.
            console.error(error);
          })
          .finally(goOn);
      });
    },
    stop: () => vite.close(),
  };
}
