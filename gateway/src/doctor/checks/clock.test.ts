import { expect, it } from "vitest";
import { NOW } from "../a-site.case.ts";
import { checkClock } from "./clock.ts";

/** What others told, while our clock was so many seconds ahead of theirs. */
const ahead = (...seconds: number[]) =>
  seconds.map((offset, at) => ({
    host: `h${at}.example`,
    told: NOW.getTime() - offset * 1000,
    heard: NOW.getTime(),
  }));

it("a clock that others agree with is good", () => {
  expect(checkClock(ahead(-2), false)).toMatchObject({ status: "good", found: "It agrees with that of h0.example." });
});

it("a clock that is off is worth a look, and bad beyond the life of a code", () => {
  expect(checkClock(ahead(20), true)).toMatchObject({
    status: "look",
    found: "It is 20 seconds ahead of that of h0.example.",
  });
  expect(checkClock(ahead(-600), true).status).toBe("bad");
  expect(checkClock(ahead(-600), true).found).toContain("10 minutes behind");
});

it("one machine elsewhere that is wrong itself proves nothing", () => {
  expect(checkClock(ahead(0, 900, 1), false).status).toBe("good");
});

it("without others it is what the system says, or not known", () => {
  expect(checkClock([], true).status).toBe("good");
  expect(checkClock([], false).status).toBe("unknown");
});
