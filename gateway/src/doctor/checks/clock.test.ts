import { expect, it } from "vitest";
import { NOW } from "../a-site.case.ts";
import { checkClock } from "./clock.ts";

/** Times on other machines. Our clock is ahead of each by the given seconds. */
const ahead = (...seconds: number[]) =>
  seconds.map((offset, at) => ({
    host: `h${at}.example`,
    theirs: NOW.getTime() - offset * 1000,
    ours: NOW.getTime(),
  }));

it("the clock is good when other machines agree with it", () => {
  expect(checkClock(ahead(-2), false)).toMatchObject({ status: "good", found: "It agrees with that of h0.example." });
});

it("a wrong clock is worth a look, and is bad when it is wrong by more than the lifetime of a code", () => {
  expect(checkClock(ahead(20), true)).toMatchObject({
    status: "look",
    found: "It is 20 seconds ahead of that of h0.example.",
  });
  expect(checkClock(ahead(-600), true).status).toBe("bad");
  expect(checkClock(ahead(-600), true).found).toContain("10 minutes behind");
});

it("one other machine proves nothing, because its own clock may be wrong", () => {
  expect(checkClock(ahead(0, 900, 1), false).status).toBe("good");
});

it("without other machines, the clock is good when a time server sets it, and otherwise unknown", () => {
  expect(checkClock([], true).status).toBe("good");
  expect(checkClock([], false).status).toBe("unknown");
});
