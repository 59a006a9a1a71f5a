import { relative } from "node:path";
import type { ContentProblem } from "@porchlight/protocol/admin.ts";
import { unreadableInWords, withStop } from "./unusable-words.ts";

/** A picture or recording of the owner's that cannot be read; `isShown` while what was there before is still shown. */
export type Unreadable = { path: string; isShown: boolean };

/** What remembers of the owner's files that they cannot be used. */
export type ContentProblemSources = {
  contentDir: string;
  /** Looks at the files, as a visit does: an edit may not have been met by any visitor yet. */
  look: () => void;
  /** What is wrong with the last edit of some files, of which the last good one stays; undefined when nothing is. */
  edits: readonly (() => string | undefined)[];
  /** What some files name that is not there; undefined when all of it is. */
  leftOut: readonly (() => string | undefined)[];
  unreadable: readonly (() => readonly Unreadable[])[];
};

/** What in the owner's files cannot be used as it is now, for the owner who edits them and sees no change. */
export function createContentProblems({
  contentDir,
  look,
  edits,
  leftOut,
  unreadable,
}: ContentProblemSources): () => ContentProblem[] {
  return () => {
    look();
    const broken = edits.flatMap((sentenceOf) => sentenceOf() ?? []);
    const missing = leftOut.flatMap((sentenceOf) => sentenceOf() ?? []);
    const files = unreadable.flatMap((list) => list());
    const problemOf = (isShown: boolean): ContentProblem[] => {
      const names = files.filter((file) => file.isShown === isShown).map(({ path }) => relative(contentDir, path));
      if (names.length === 0) return [];
      const sentence = unreadableInWords(names.map((name) => name.replaceAll("\\", "/")));
      return [{ sentence, shown: isShown ? "before" : "nothing" }];
    };
    return [
      ...broken.map((sentence): ContentProblem => ({ sentence: withStop(sentence), shown: "before" })),
      ...missing.map((sentence): ContentProblem => ({ sentence: withStop(sentence), shown: "nothing" })),
      ...problemOf(true),
      ...problemOf(false),
    ];
  };
}
