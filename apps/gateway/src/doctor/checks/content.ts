import type { Finding } from "@porchlight/protocol/doctor.ts";
import { counted } from "../../counted.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

/** Names told at most; the rest is a number. */
const NAMES_TOLD = 5;

/** Reads the owner's words, releases and products as a start would. */
export async function checkContent({ places, settings }: Subject, { looks }: Outside): Promise<Finding[]> {
  if (!places) return [];
  const files = about("content-files", "Words, releases and products");
  const named = about("content-named-files", "Pictures and recordings");
  const { contentDir, dataDir } = places;
  const look = await looks.content({ contentDir, dataDir, hasOwnShop: !settings?.shopify });
  return [
    ...(look.mistakes.length === 0
      ? [files.good("All of them can be used.")]
      : look.mistakes.map((mistake) =>
          files.bad(withStop(mistake), "Mend it in that file; until then the last good version stays online."),
        )),
    ...(look.missing.length > 0
      ? [
          named.look(
            `${counted(look.missing.length, "file")} that your files name cannot be found: ${listed(look.missing)}.`,
            "Put them there, or take their names out.",
          ),
        ]
      : []),
    ...(look.broken.length > 0
      ? [
          named.look(
            `${wordsOfBroken(look.broken.length)} that can be read: ${listed(look.broken)}.`,
            "Put good copies in their place, or take them out.",
          ),
        ]
      : []),
    ...(look.missing.length + look.broken.length === 0
      ? [named.good("All that your files name are there, and can be read.")]
      : []),
  ];
}

function wordsOfBroken(count: number): string {
  return count === 1 ? "1 file is no picture or recording" : `${count} files are no pictures or recordings`;
}

function withStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMES_TOLD;
  return names.slice(0, NAMES_TOLD).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
