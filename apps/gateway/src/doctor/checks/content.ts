import type { Finding } from "@porchlight/protocol/doctor.ts";
import { namesInWords, unreadableInWords, withStop } from "../../content/unusable-words.ts";
import { counted } from "../../counted.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

/** Reads the owner's words, releases and products as a start would. */
export async function checkContent({ places, settings }: Subject, { looks }: Outside): Promise<Finding[]> {
  if (!places) return [];
  const files = about("content-files", "Words, releases and products");
  const named = about("content-named-files", "Pictures and recordings");
  const { contentDir, dataDir } = places;
  const look = await looks.content({ contentDir, dataDir, hasOwnShop: !settings?.shopify });
  return [
    ...(look.mistakes.length + look.unfilled.length === 0
      ? [files.good("All of them can be used.")]
      : look.mistakes.map((mistake) =>
          files.bad(withStop(mistake), "Mend it in that file; until then the last good version stays online."),
        )),
    ...look.unfilled.map((sentence) =>
      files.look(withStop(sentence), "Until it is mended, fans read the word with its braces."),
    ),
    ...(look.missing.length > 0
      ? [
          named.look(
            `${counted(look.missing.length, "file")} that your files name cannot be found: ${namesInWords(look.missing)}.`,
            "Put them there, or take their names out.",
          ),
        ]
      : []),
    ...(look.broken.length > 0
      ? [named.look(unreadableInWords(look.broken), "Put good copies in their place, or take them out.")]
      : []),
    ...(look.missing.length + look.broken.length === 0
      ? [named.good("All that your files name are there, and can be read.")]
      : []),
  ];
}
