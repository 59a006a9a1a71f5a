import type { PageData } from "@porchlight/protocol/content.ts";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { applyHead } from "./app/apply-head.ts";
import { continueUnderHash } from "./app/navigate.ts";
import { preloadScreens } from "./app/preload.ts";
import { loadView, screenAt, viewOfPage } from "./app/screens.tsx";
import { noteVisit } from "./lib/last-visit.ts";
import "./ui/styles.css";

const container = document.getElementById("root");
const inlined = document.getElementById("page-data")?.textContent;
if (!container || !inlined) throw new Error("This page came without its root or its data");

// The gateway that rendered this page wrote the block.
const page = JSON.parse(inlined) as PageData;
const asked = screenAt(location);

if (asked === page.content.screen) {
  hydrateRoot(container, <App site={page.site} first={await viewOfPage(page)} />);
} else {
  // The address names another screen under its hash; the finished HTML, hidden by the head's script, is not it.
  const first = await loadView(asked, page.site).catch((failed: Error) => ({ name: asked, failed }));
  if ("head" in first) applyHead(first.head);
  container.replaceChildren();
  createRoot(container).render(<App site={page.site} first={first} />);
  document.documentElement.classList.remove("elsewhere");
}

continueUnderHash();
noteVisit();
preloadScreens(page.site);
