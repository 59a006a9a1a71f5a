import { resolve } from "node:path";
import { counted } from "../lib/counted.ts";
import { fetchPicture } from "../services/store/builtin/import/fetch-picture.ts";
import { type ImportReport, importProducts } from "../services/store/builtin/import/import-products.ts";
import { runCommand } from "./command.ts";
import { readWords } from "./read-words.ts";
import { printable } from "./words.ts";

const HELP = `npm run import-products -- FILE.csv [--dry-run] [--no-pictures] [--private-pictures]

  Takes the products of a file that Shopify exported into content/store/products.yaml.
  What stands there stays; a product with the same handle is brought up to date. It says what changes of each, and
  keeps products.yaml as it was beside it.

  --dry-run           says what would happen and changes nothing
  --no-pictures       leaves pictures where they are
  --private-pictures  fetches them from machines of your own network too`;

/** Changes of one product that are told; one with many variants has hundreds. */
const SHOWN_CHANGES = 12;

/** `npm run import-products -- FILE.csv`: moves a shop here, or brings its products up to date. */
const asked = readWords(process.argv.slice(2), {
  help: HELP,
  options: {
    "dry-run": { type: "boolean", default: false },
    "no-pictures": { type: "boolean", default: false },
    "private-pictures": { type: "boolean", default: false },
  },
  file: "required",
});
if (asked?.file !== undefined) {
  const { file, values } = asked;
  const isDryRun = values["dry-run"];
  const isPrivateAllowed = values["private-pictures"];
  await runCommand(async (_, { contentDir }) => {
    const report = await importProducts({
      contentDir,
      file: resolve(file),
      isDryRun,
      ...(!values["no-pictures"] && {
        fetchPicture: (url: string) => fetchPicture(url, { isPrivateAllowed }),
      }),
      clock: () => new Date(),
      ...(process.stdout.isTTY && { onProgress: tellProgress }),
    });
    console.log(sentencesOf(report, isDryRun).join("\n"));
    if (report.rejected.length > 0 || report.missing.length > 0) process.exitCode = 1;
  }, "contentDir");
}

function tellProgress(handle: string, done: number, all: number): void {
  console.log(`${done} of ${all}: ${handle}`);
}

function sentencesOf(
  { outcomes, changes, rejected, pictures, missing, backup }: ImportReport,
  isDryRun: boolean,
): string[] {
  const { added, changed, same } = outcomes;
  return [
    ...rejected.map(({ line, reason }) => `Line ${line} is left out: ${reason}`),
    ...missing.map(({ url, reason }) => `The picture ${url} ${reason}.`),
    isDryRun ? "Nothing was changed. This is what an import would do:" : "Done.",
    `${counted(added.length, "product")} added${listed(added)}`,
    `${counted(changed.length, "product")} changed${listed(changed)}`,
    ...[...changes].map(([handle, all]) => `  ${handle}: ${changesWords(all)}`),
    `${counted(same.length, "product")} the same as before`,
    `${counted(pictures, "picture")} ${isDryRun ? "to fetch" : "fetched"}`,
    ...(backup === undefined ? [] : [`The products.yaml of before is stored as ${backup}`]),
  ];
}

function changesWords(changes: readonly string[]): string {
  const more = changes.length - SHOWN_CHANGES;
  return [...changes.slice(0, SHOWN_CHANGES), ...(more > 0 ? [`and ${more} more`] : [])].map(printable).join(", ");
}

function listed(handles: readonly string[]): string {
  return handles.length === 0 ? "" : `: ${handles.join(", ")}`;
}
