import type { PageData } from "@porchlight/protocol/content.ts";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { hydratePage } from "./app/hydrate-page.tsx";
import { continueUnderHash } from "./app/navigate.ts";
import { preloadScreens } from "./app/preload.ts";
import { screenAt, viewOfPage } from "./app/screens.tsx";
import { noteVisit } from "./lib/last-visit.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { followFailedPictures } from "./ui/failed-pictures.ts";
import { followClicks } from "./ui/stray-clicks.ts";
import "./ui/styles.css";

const container = document.getElementById("root");
const inlined = document.getElementById("page-data")?.textContent;
if (!container || !inlined) throw new Error("This page came without its root or its data");

// The gateway that rendered this page wrote the block.
const page = JSON.parse(inlined) as PageData;
const asked = screenAt(location);
const { classList, dataset } = document.documentElement;

if (asked === page.content.screen) {
  await hydrate(container);
} else {
  // The address names another screen under its hash; the finished HTML, hidden by the head's script, is not it.
  container.replaceChildren();
  takeOver();
  createRoot(container).render(<App site={page.site} first={{ name: asked }} />);
}
classList.remove("elsewhere");

// See app/document.ts: from here on an error is no reason to show the page as it is without script.
dataset.up = "";

continueUnderHash();
followClicks();
followFailedPictures();
whenIdle(() => {
  // Stylesheets hold off what is not in view until here; from now on it is fetched well before it comes.
  dataset.atRest = "";
  // Storage is on disk, and the first paint has just begun to be usable.
  noteVisit();
});
preloadScreens(page.site);

/** Whoever waited too long for the script has the page as it is without; see app/document.ts. */
function takeOver(): void {
  classList.add("js");
}

async function hydrate(root: HTMLElement): Promise<void> {
  try {
    const first = await viewOfPage(page);
    takeOver();
    startTransition(() => hydratePage(root, page.site, first));
  } catch (error) {
    // The finished page stays readable, and its plain links work, as they do without script.
    classList.remove("js");
    console.warn(error);
  }
}
