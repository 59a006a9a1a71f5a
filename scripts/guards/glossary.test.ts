import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * Words that the glossary replaces, with the words to use. None of them has another meaning in this code, so each is an
 * error everywhere, in names too.
 */
const REPLACED: readonly [pattern: RegExp, say: string][] = [
  [/kept/i, "cached, stored"],
  [/whoever|whomever/i, "the client, the owner, the visitor"],
  [/\bdesks?\b|[a-z]Desk(?!top)|Desk[A-Z]|\bDESK(?!TOP)/, "dashboard"],
  [/asker/i, "client, requester"],
  [/belongings/i, "dependencies, options"],
  [/surroundings|circumstances/i, "context"],
  [/verdict/i, "result, status"],
  [/\bhappenings?\b|Happening/, "event"],
  [/\btall(?:y|ies)\b|Tally/, "counts"],
  [/basket/i, "cart"],
  [/(?<![a-zA-Z])dress(?:es|ed)?(?![a-zA-Z])|Dress(?![a-z])/, "theme"],
  [/ledger/i, "usage counters"],
  [/patience/i, "retry policy, timeout"],
  [/trouble/i, "error, content problem"],
  [/how manieth|nobody but|as ever\b/i, "a plain sentence"],
];

/** The artist's own words, published history and migrations, and the sentences that other people's programs send. */
const OTHER_PEOPLES_WORDS =
  /^((content|demo\/acts)\/.*\.(md|json|yaml)|gateway\/src\/data\/migrations\/.*\.sql|CHANGELOG\.md|LICENSE|package-lock\.json|scripts\/guards\/glossary\.test\.ts)$/;

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => /\.(tsx?|mjs|css|sql|md|ya?ml|json|sh|html|graphql)$|Dockerfile|\.env\.example$/.test(file))
  .filter((file) => !OTHER_PEOPLES_WORDS.test(file));

it("code, comments and documents use the words of the glossary", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const lines = [file, ...readFileSync(file, "utf8").split("\n")];
    return lines.flatMap((line, at) =>
      REPLACED.filter(([pattern]) => pattern.test(line)).map(
        ([pattern, say]) => `${file}:${at} ${pattern.exec(line)?.[0]}: say ${say}`,
      ),
    );
  });
  expect(found).toEqual([]);
});
