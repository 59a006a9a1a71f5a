import { openDataFile } from "../../data/data-file.ts";
import { readSource } from "../drafts/texts.ts";
import { applyEdits } from "../write/apply-edits.ts";
import { changeContent } from "./publish.ts";

// Tests run this as a separate process: `node publishing-process.case.ts DATA_DIR CONTENT_DIR`. It gives the same
// number to three files with each publication, and prints it once the publication is done.
const [, , dir = "", contentDir = ""] = process.argv;
const PLACES = [
  ["artist.json", ["name"]],
  ["about.md", ["front", "title"]],
  ["store/store.yaml", ["description"]],
] as const;

const data = openDataFile({ dir });
for (let next = Date.now(); ; next += 1) {
  const files = PLACES.map(([file, path]) => ({
    file,
    text: applyEdits(file, readSource(contentDir, file), [{ path, set: `number ${next}` }]),
  }));
  await changeContent({ contentDir, data, clock: () => new Date() }, { reason: "published", by: "owner", files });
  process.stdout.write(`${next}\n`);
}
