import { relative } from "node:path";
import type { ContentProblem } from "@porchlight/protocol/admin.ts";
import { describeUnreadable, withFullStop } from "./words.ts";

/** A picture or recording of the owner that cannot be read. `isShown`: an earlier version of it is still shown. */
export type UnreadableFile = { path: string; isShown: boolean };

type ContentProblemSources = {
  contentDir: string;
  /** Checks the files for changes, as a visit does, because there may have been no visit since the last edit. */
  checkFiles: () => void;
  /** Each function returns what is wrong with the last edit of some files; undefined if nothing is. */
  edits: readonly (() => string | undefined)[];
  /** Each function returns which of the named files are missing; undefined if all exist. */
  missing: readonly (() => string | undefined)[];
  unreadable: readonly (() => readonly UnreadableFile[])[];
};

/** Creates the list of problems in the content folder, for the dashboard. */
export function createContentProblems(sources: ContentProblemSources): () => ContentProblem[] {
  const { contentDir, checkFiles, edits, missing, unreadable } = sources;
  return () => {
    checkFiles();
    const toProblems = (messages: typeof edits, shown: ContentProblem["shown"]): ContentProblem[] =>
      messages.flatMap((message) => message() ?? []).map((text) => ({ sentence: withFullStop(text), shown }));
    const files = unreadable.flatMap((list) => list());
    const toUnreadableProblem = (isShown: boolean): ContentProblem[] => {
      const paths = files.filter((file) => file.isShown === isShown).map(({ path }) => relative(contentDir, path));
      if (paths.length === 0) return [];
      const sentence = describeUnreadable(paths.map((path) => path.replaceAll("\\", "/")));
      return [{ sentence, shown: isShown ? "before" : "nothing" }];
    };
    return [
      ...toProblems(edits, "before"),
      ...toProblems(missing, "nothing"),
      ...toUnreadableProblem(true),
      ...toUnreadableProblem(false),
    ];
  };
}
