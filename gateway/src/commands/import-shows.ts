import { resolve } from "node:path";
import { counted } from "../lib/counted.ts";
import { importShows, type ShowResult } from "../services/shows/import/import-shows.ts";
import { requireOwnContent, runCommand } from "./command.ts";
import { readArguments } from "./read-arguments.ts";
import { printable } from "./words.ts";

const HELP = `npm run import-shows -- FILE [--write]

  Prints what would happen to each show of FILE; with --write it happens. FILE is a CSV of Bandsintown or Songkick, or
  any calendar (.ics). New shows are added at the end of content/shows.yaml; everything else in it stays as it is.
  A show of the same day at the same venue is on the list already.`;

/** `npm run import-shows -- FILE`: adds shows of other services to the owner's list. */
const parsed = readArguments(process.argv.slice(2), {
  help: HELP,
  options: { write: { type: "boolean", default: false } },
  file: "required",
});
if (parsed?.file !== undefined) {
  const { file, values } = parsed;
  await runCommand(async (_, { contentDir }) => {
    if (values.write) requireOwnContent(contentDir);
    const results = await importShows({ contentDir, file: resolve(file), isDryRun: !values.write });
    console.log([...results.map(toLine), ...toSums(results, values.write)].join("\n"));
    if (results.some(({ result }) => result === "rejected")) process.exitCode = 1;
  }, "contentDir");
}

function toLine(found: ShowResult): string {
  const { place, title } = found;
  const outcomes = {
    added: (id: string) => `new, /shows/${id}`,
    same: (id: string) => `on the list already, /shows/${id}`,
  };
  const what = found.result === "rejected" ? `left out: ${found.reason}` : outcomes[found.result](found.id);
  return printable(`${place} (${title}): ${what}`);
}

function toSums(results: readonly ShowResult[], isWritten: boolean): string[] {
  const added = results.filter(({ result }) => result === "added").length;
  if (isWritten) return [`${counted(added, "show")} added to shows.yaml.`];
  return [`Nothing was changed. With --write, ${counted(added, "show")} would be added.`];
}
