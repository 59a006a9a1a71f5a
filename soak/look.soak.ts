import { it } from "vitest";
import { checkedStates } from "../e2e/gallery/representative.ts";
import { GALLERY } from "../e2e/gallery/screens.ts";
import { soak } from "../gateway/src/testing/soak.ts";
import { ensureTestBrowser } from "../tools/browser.ts";
import { run } from "../tools/run-tools.ts";

it("every screen in every state keeps its look", (test) =>
  soak(test, "states of screens", GALLERY.flatMap(checkedStates).length, async (count) => {
    const environment = { CHROME_PATH: await ensureTestBrowser(), STATES_IN_FULL: String(count) };
    await run("playwright", ["test", "e2e/keep-the-look.spec.ts"], environment);
  }));
