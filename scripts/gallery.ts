// `npm run gallery`: takes pictures of every screen in every state at four widths, and shows them on one page.
// With names it takes only those: npm run gallery -- Cart Checkout. With --keep it stores the current layouts instead,
// which e2e/keep-the-look.spec.ts compares with.
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { GALLERY_FOLDER } from "../e2e/gallery/state.ts";
import { writePage } from "../e2e/gallery/write-page.ts";
import { ensureTestBrowser } from "../tools/browser.ts";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";
import { run, runAll } from "../tools/run-tools.ts";

const args = process.argv.slice(2);
const storesLayouts = args.includes("--keep");
const names = args.filter((arg) => arg !== "--keep").join("|");
const filter = names === "" ? [] : ["-g", names];
let browser = "";

await runAll([
  async () => {
    if (!isSiteBuilt()) await buildSite();
  },
  async () => {
    browser = await ensureTestBrowser();
  },
  storesLayouts ? storeLayouts : takePictures,
]);

/** Stores the layouts of the selected states. Layouts of other states stay. */
function storeLayouts(): Promise<void> {
  const options = ["--update-snapshots=all", ...filter];
  return run("playwright", ["test", "e2e/keep-the-look.spec.ts", ...options], {
    CHROME_PATH: browser,
    STATES_IN_FULL: "Infinity",
  });
}

async function takePictures(): Promise<void> {
  // Otherwise pictures of an earlier run would look current.
  if (names === "") rmSync(GALLERY_FOLDER, { recursive: true, force: true });
  const options = ["--config=e2e/gallery/playwright.config.ts", ...filter];
  try {
    await run("playwright", ["test", ...options], { CHROME_PATH: browser });
  } finally {
    // The page shows all pictures that could be taken.
    console.log(`\n${resolve(writePage())}`);
  }
}
