import { resolve } from "node:path";
import { counted } from "../lib/counted.ts";
import { fetchPicture } from "../services/store/builtin/import/fetch-picture.ts";
import { type ImportReport, importProducts } from "../services/store/builtin/import/import-products.ts";
import { requireOwnContent, runCommand } from "./command.ts";
import { readArguments } from "./read-arguments.ts";
import { printable } from "./words.ts";

const HELP = `npm run import-products -- FILE.csv [--dry-run] [--no-pictures] [--private-pictures]

  Imports the products of a Shopify export into content/store/products.yaml.
  Updates a product with the same handle and leaves all others as they are. Prints the changes of each product, and
  stores a copy of the old products.yaml beside the new one.

  --dry-run           prints what would happen and changes nothing
  --no-pictures       does not fetch pictures
  --private-pictures  also fetches pictures from machines in your own network`;

/** How many changes of one product are printed. A product with many variants may have hundreds. */
const SHOWN_CHANGES = 12;

/** `npm run import-products -- FILE.csv`: imports a shop, or updates its products. */
const parsed = readArguments(process.argv.slice(2), {
  help: HELP,
  options: {
    "dry-run": { type: "boolean", default: false },
    "no-pictures": { type: "boolean", default: false },
    "private-pictures": { type: "boolean", default: false },
  },
  file: "required",
});
if (parsed?.file !== undefined) {
  const { file, values } = parsed;
  const isDryRun = values["dry-run"];
  const isPrivateAllowed = values["private-pictures"];
  await runCommand(async (_, { contentDir }) => {
    if (!isDryRun) requireOwnContent(contentDir);
    const report = await importProducts({
      contentDir,
      file: resolve(file),
      isDryRun,
      ...(!values["no-pictures"] && {
        fetchPicture: (url: string) => fetchPicture(url, { isPrivateAllowed }),
      }),
      clock: () => new Date(),
      ...(process.stdout.isTTY && { onProgress: printProgress }),
    });
    console.log(sentencesOf(report, isDryRun).join("\n"));
    if (report.rejected.length > 0 || report.missing.length > 0) process.exitCode = 1;
  }, "contentDir");
}

function printProgress(handle: string, done: number, all: number): void {
  console.log(`${done} of ${all}: ${handle}`);
}

function sentencesOf(
  { results, changes, rejected, pictures, missing, backup }: ImportReport,
  isDryRun: boolean,
): string[] {
  const { added, changed, same } = results;
  return [
    ...rejected.map(({ line, reason }) => `Line ${line} is left out: ${reason}`),
    ...missing.map(({ url, reason }) => `The picture ${url} ${reason}.`),
    isDryRun ? "Nothing was changed. This is what an import would do:" : "Done.",
    `${counted(added.length, "product")} added${listed(added)}`,
    `${counted(changed.length, "product")} changed${listed(changed)}`,
    ...[...changes].map(([handle, all]) => `  ${handle}: ${changesWords(all)}`),
    `${counted(same.length, "product")} the same as before`,
    `${counted(pictures, "picture")} ${isDryRun ? "to fetch" : "fetched"}`,
    ...(backup === undefined ? [] : [`The old products.yaml is stored as ${backup}`]),
  ];
}

function changesWords(changes: readonly string[]): string {
  const more = changes.length - SHOWN_CHANGES;
  return [...changes.slice(0, SHOWN_CHANGES), ...(more > 0 ? [`and ${more} more`] : [])].map(printable).join(", ");
}

function listed(handles: readonly string[]): string {
  return handles.length === 0 ? "" : `: ${handles.join(", ")}`;
}
