import { expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function aProgress(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const out = { isTTY, write: (text: string) => written.push(text) };
  return { ...createProgress(out, () => now), written, pass: (ms: number) => (now += ms) };
}

it("on a terminal, rewrites one line and prints notes on separate lines", () => {
  const { say, note, end, written } = aProgress(true);
  say("1,000 rows");
  say("20 rows");
  note("Later, please.");
  say("2 rows");
  end();
  end();
  expect(written.join("")).toBe("\r1,000 rows\r20 rows   \nLater, please.\n\r2 rows\n");
});

it("elsewhere, prints the progress every ten seconds", () => {
  const { say, note, end, written, pass } = aProgress(false);
  say("1 row");
  pass(10_000);
  say("2 rows");
  say("3 rows");
  note("Later, please.");
  end();
  expect(written.join("")).toBe("2 rows\nLater, please.\n");
});
