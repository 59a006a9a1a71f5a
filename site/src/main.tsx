// First, so that the styles of components override these.
import "./ui/styles.css";

import type { PageData } from "@porchlight/protocol/content.ts";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { hydratePage } from "./app/hydrate-page.tsx";
import { continueUnderHash } from "./app/navigate.ts";
import { preloadScreens } from "./app/preload.ts";
import { createPageView, findScreen } from "./app/screens.tsx";
import { local, writeStored } from "./lib/storage.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { watchFailedPictures } from "./ui/failed-pictures.ts";
import { filterStrayClicks } from "./ui/stray-clicks.ts";
import { watchPreviews } from "./ui/watch-previews.ts";

const container = document.getElementById("root");
const inlined = document.getElementById("page-data")?.textContent;
if (!container || !inlined) throw new Error("This page came without its root or its data");

// The gateway that rendered this page wrote the block.
const page = JSON.parse(inlined) as PageData;
const screen = findScreen(location);
const { classList, dataset } = document.documentElement;

if (screen === page.content.screen) {
  // Not awaited, because the screen's chunk imports this one and would wait for it.
  hydrate(container).then(continueFromPage);
} else {
  // The hash has another screen than the finished HTML, which the head's script has hidden.
  container.replaceChildren();
  markScript();
  createRoot(container).render(<App site={page.site} first={{ name: screen }} />);
  continueFromPage();
}

function continueFromPage(): void {
  classList.remove("elsewhere");

  // From here on an error does not show the page as it is without script; see app/document.ts.
  dataset.up = "";

  continueUnderHash();
  filterStrayClicks();
  watchFailedPictures();
  watchPreviews();
  whenIdle(() => {
    // Until now stylesheets delayed pictures out of view; from now on they load early.
    dataset.atRest = "";
    // Storage may access the disk, so it waits until the page is idle.
    writeStored(local, "lastVisit", new Date().toISOString());
  });
  preloadScreens(page.site);
}

/** The class may be missing after a slow start; see app/document.ts. */
function markScript(): void {
  classList.add("js");
}

async function hydrate(root: HTMLElement): Promise<void> {
  try {
    const first = await createPageView(page);
    markScript();
    startTransition(() => hydratePage(root, page.site, first));
  } catch (error) {
    // The finished page stays as it is without script.
    classList.remove("js");
    console.warn(error);
  }
}
