import type { Site } from "@porchlight/protocol/content.ts";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import type { View } from "./screens.tsx";

/**
 * Takes over a finished page. One that cannot be drawn, as where an old browser does not know what it calls, stays
 * readable, and its plain links work, as they do without script.
 *
 * @param first the screen that the page came with
 */
export function hydratePage(root: HTMLElement, site: Site, first: View): void {
  const finished = [...root.childNodes];
  const giveBack = () => {
    app.unmount();
    // Copies are nothing that React remembers.
    root.replaceChildren(...finished.map((node) => node.cloneNode(true)));
    document.documentElement.classList.remove("js");
  };
  // React is still at work when it tells of the failure.
  const onNotDrawn = () => queueMicrotask(giveBack);
  const app = hydrateRoot(root, <App site={site} first={first} onNotDrawn={onNotDrawn} />);
}
