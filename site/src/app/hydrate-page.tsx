import type { Site } from "@porchlight/protocol/content.ts";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import type { View } from "./screens.tsx";

/**
 * Hydrates a finished page. If the first render throws, as in an old browser, the page looks as it does without script.
 *
 * @param first the screen of the finished page
 */
export function hydratePage(root: HTMLElement, site: Site, first: View): void {
  const finished = [...root.childNodes];
  const restore = () => {
    app.unmount();
    // Uses copies, because React has marked the old nodes as its own.
    root.replaceChildren(...finished.map((node) => node.cloneNode(true)));
    document.documentElement.classList.remove("js");
  };
  // React is still rendering when it reports the failure.
  const onFirstRenderFailed = () => queueMicrotask(restore);
  const app = hydrateRoot(root, <App site={site} first={first} onFirstRenderFailed={onFirstRenderFailed} />);
}
