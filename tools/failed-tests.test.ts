import { expect, test } from "vitest";
import { failedJourneys, failedTests, formatFailed } from "./failed-tests.ts";

const CODE = {
  numPassedTests: 1,
  numFailedTests: 1,
  testResults: [
    {
      name: "site/cart.test.ts",
      status: "failed",
      message: "",
      assertionResults: [
        { fullName: "the cart is empty", status: "passed", failureMessages: [] },
        { fullName: "the cart has a piece", status: "failed", failureMessages: ["AssertionError: 2 is not 1"] },
      ],
    },
    { name: "site/shop.test.ts", status: "failed", message: "Cannot find package", assertionResults: [] },
  ],
};

const JOURNEYS = {
  stats: { expected: 1, unexpected: 1 },
  errors: [{ message: "The site is not built" }],
  suites: [
    {
      title: "cart.spec.ts",
      specs: [],
      suites: [
        {
          title: "on a phone",
          specs: [
            { title: "opens", file: "cart.spec.ts", line: 3, ok: true, tests: [{ results: [{ errors: [] }] }] },
            {
              title: "closes",
              file: "cart.spec.ts",
              line: 9,
              ok: false,
              tests: [{ results: [{ errors: [{ message: "\u001b[31mtimed out\u001b[39m\n> 9 |" }] }] }],
            },
          ],
        },
      ],
    },
  ],
};

test("failed tests of both runners are listed with their errors", () => {
  expect(formatFailed([...failedTests(CODE), ...failedJourneys(JOURNEYS)])).toBe(
    `FAILED site/cart.test.ts › the cart has a piece
  AssertionError: 2 is not 1

FAILED site/shop.test.ts
  Cannot find package

FAILED all journeys
  The site is not built

FAILED cart.spec.ts:9 › on a phone › closes
  timed out
  > 9 |
`,
  );
});

test("only the first lines of a long error are listed", () => {
  const error = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join("\n");
  const listed = formatFailed([{ title: "a test", error }]);
  expect(listed).toContain("  line 30\n  … 10 more lines\n");
  expect(listed).not.toContain("line 31");
});
