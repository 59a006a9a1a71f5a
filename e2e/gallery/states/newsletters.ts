import { publishNewsletters, removeNewsletters } from "../../support/newsletters.ts";
import { expect } from "../../support/test.ts";
import type { Screen, State } from "../state.ts";

function archiveAt(name: string, path: string, heading: string, isMain?: true): State {
  return {
    name,
    ...(isMain && { isMain }),
    async arrange({ page, gateway }) {
      await publishNewsletters(gateway);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    },
    undo: ({ gateway }) => removeNewsletters(gateway),
  };
}

/** The public archive of newsletters. */
export const NEWSLETTERS: Screen = {
  name: "Newsletters",
  states: [
    archiveAt("list", "/newsletters", "Newsletters"),
    archiveAt("with every block", "/newsletters/2", "A quiet record, and four evenings to hear it", true),
    archiveAt("without blocks", "/newsletters/1", "A letter"),
  ],
};
