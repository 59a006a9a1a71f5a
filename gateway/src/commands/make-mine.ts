import { isDemoContent } from "../config/content-dir.ts";
import { makeOwn } from "../content/own/make-own.ts";
import { runCommand } from "./command.ts";
import { readArguments } from "./read-arguments.ts";

const HELP = `npm run make-mine [-- --empty]. The site may be running; start it again afterwards.

  Copies the demo's content to DATA_DIR/content. From then on the site shows that folder, it is yours to edit, and no
  update of the program touches it. The dashboard does the same: Website, "Make this site yours".

  --empty  without the demo's artist, pictures, releases, shows and products`;

/** `npm run make-mine`: makes the demo's content the owner's. */
const parsed = readArguments(process.argv.slice(2), {
  help: HELP,
  options: { empty: { type: "boolean", default: false } },
  file: "none",
});
if (parsed) {
  await runCommand((dataDir, { contentDir }) => {
    const own = isDemoContent(contentDir)
      ? makeOwn(dataDir, contentDir, parsed.values.empty ? "empty" : "demo")
      : undefined;
    if (own === undefined) {
      console.log(`The content is yours already. It is in ${contentDir}`);
      return;
    }
    console.log(`The content is yours now. It is in ${own}`);
    console.log("If the site is running, start it again.");
  });
}
