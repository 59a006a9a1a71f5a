// `npm run gallery`: pictures of every screen and every state at four widths, on one page to look through.
// With words, those whose names hold one of them: npm run gallery -- Cart Checkout. With --keep, it writes what
// e2e/keep-the-look.spec.ts holds the layout against instead, as it is now.
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { GALLERY_FOLDER } from "../e2e/gallery/state.ts";
import { writePage } from "../e2e/gallery/write-page.ts";
import { ensureBrowser } from "../tools/browser.ts";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";
import { run, runAll } from "../tools/run-tools.ts";

const words = process.argv.slice(2);
const isKeeping = words.includes("--keep");
const names = words.filter((word) => word !== "--keep").join("|");
const wanted = names === "" ? [] : ["-g", names];
let browser = "";

await runAll([
  async () => {
    if (!isSiteBuilt()) await buildSite();
  },
  async () => {
    browser = await ensureBrowser();
  },
  isKeeping ? keep : takePictures,
]);

/** A state that is not looked at keeps what was known of it. */
function keep(): Promise<void> {
  const options = ["--update-snapshots=all", ...wanted];
  return run("playwright", ["test", "e2e/keep-the-look.spec.ts", ...options], { CHROME_PATH: browser });
}

async function takePictures(): Promise<void> {
  // What is left from an earlier look would pass for how it is now.
  if (names === "") rmSync(GALLERY_FOLDER, { recursive: true, force: true });
  const options = ["--config=e2e/gallery/playwright.config.ts", ...wanted];
  try {
    await run("playwright", ["test", ...options], { CHROME_PATH: browser });
  } finally {
    // A state that cannot be arranged any more leaves its place empty; the others are there to be seen.
    console.log(`\n${resolve(writePage())}`);
  }
}
