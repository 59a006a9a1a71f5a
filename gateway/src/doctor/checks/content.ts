import { DEMO_MESSAGES, type DemoParts, demoFileInWords, demoFilesToName } from "@porchlight/protocol/demo.ts";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { Settings } from "../../config/settings.ts";
import { type DemoSearch, isPublicSite } from "../../content/demo/find-demo.ts";
import { describeUnreadable, joinNames, withFullStop } from "../../content/words.ts";
import { counted } from "../../lib/counted.ts";
import { STORE_FILE } from "../../services/store/builtin/catalogue/shop-files.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

/** Reads texts, shows, releases and products as a start does. */
export async function checkContent(subject: Subject, { inspections }: Outside): Promise<Finding[]> {
  const { places, settings } = subject;
  if (!places) return [];
  const files = about("content-files", "Words, shows, releases and products");
  const named = about("content-named-files", "Pictures and recordings");
  const { contentDir, dataDir } = places;
  const inspection = await inspections.content({ contentDir, dataDir, hasOwnShop: !settings?.shopify });
  return [
    ...(inspection.mistakes.length + inspection.unfilled.length === 0
      ? [files.good("All of them are valid.")]
      : inspection.mistakes.map((mistake) =>
          files.bad(withFullStop(mistake), "Fix that file. Until then the last good version stays online."),
        )),
    ...inspection.unfilled.map((sentence) =>
      files.look(withFullStop(sentence), "Fix that file. Until then fans see the placeholder in its braces."),
    ),
    ...(inspection.missing.length > 0
      ? [
          named.look(
            `Your files name ${counted(inspection.missing.length, "file")} that cannot be found: ${joinNames(inspection.missing)}.`,
            "Add these files, or remove their names from your files.",
          ),
        ]
      : []),
    ...(inspection.broken.length > 0
      ? [named.look(describeUnreadable(inspection.broken), "Replace them with good copies, or remove them.")]
      : []),
    ...(inspection.missing.length + inspection.broken.length === 0
      ? [named.good("All pictures and recordings that your files name exist and can be read.")]
      : []),
    ...inspection.guessable.map((place) =>
      about("content-gift-cards", "Gift cards").look(
        `The code of gift card number ${place} in ${STORE_FILE} can be guessed.`,
        "Give its buyer a card with the same balance and a code of 12 or more random letters and digits. Then disable this one with enabled: no.",
      ),
    ),
    ...demoFindings(await inspections.demo(demoSearchOf(subject, contentDir)), settings),
  ];
}

function demoSearchOf({ settings }: Subject, contentDir: string): DemoSearch {
  return { contentDir, hasOwnShop: !settings?.shopify, hasOwnMusic: !settings?.spotify };
}

/** One finding for an unchanged demo; otherwise one for each file that still comes from the demo. */
function demoFindings(demo: DemoParts, settings: Settings | undefined): Finding[] {
  const finding = about("content-demo", "The demo");
  const isPublic = settings !== undefined && isPublicSite(settings.publicUrl);
  const warn = isPublic ? finding.bad : finding.look;
  if (demo.isWhole) {
    const found = isPublic ? `${DEMO_MESSAGES.whole} ${DEMO_MESSAGES.wholeInPublic}` : DEMO_MESSAGES.whole;
    return [warn(found, DEMO_MESSAGES.next)];
  }
  const named = demoFilesToName(demo);
  if (named.length > 0) {
    return named.map((file) => warn(`Still from the demo in ${demoFileInWords(file)}.`, DEMO_MESSAGES.next));
  }
  const shared = demo.shared.map((file) => demoFileInWords(file)).join("; ");
  return [
    finding.good(
      shared === ""
        ? "Nothing here is from the demo."
        : `Nothing here is certainly from the demo. These are the same as in the demo, which may be right for you: ${shared}.`,
    ),
  ];
}
