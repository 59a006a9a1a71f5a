import { expect, it } from "vitest";
import { NOW } from "../a-site.case.ts";
import { checkClock } from "./clock.ts";

/** Times of other machines. Our clock is ahead of each by the given seconds. */
const ahead = (...seconds: number[]) =>
  seconds.map((offset, at) => ({
    host: `h${at}.example`,
    theirs: NOW.getTime() - offset * 1000,
    ours: NOW.getTime(),
  }));

it("a clock that others agree with is good", () => {
  expect(checkClock(ahead(-2), false)).toMatchObject({ status: "good", found: "It agrees with that of h0.example." });
});

it("a clock that is wrong is worth a look, and bad when it is off by more than a code's life", () => {
  expect(checkClock(ahead(20), true)).toMatchObject({
    status: "look",
    found: "It is 20 seconds ahead of that of h0.example.",
  });
  expect(checkClock(ahead(-600), true).status).toBe("bad");
  expect(checkClock(ahead(-600), true).found).toContain("10 minutes behind");
});

it("one other machine with a wrong clock proves nothing", () => {
  expect(checkClock(ahead(0, 900, 1), false).status).toBe("good");
});

it("without other machines a clock that a time server sets is good, and any other is unknown", () => {
  expect(checkClock([], true).status).toBe("good");
  expect(checkClock([], false).status).toBe("unknown");
});
