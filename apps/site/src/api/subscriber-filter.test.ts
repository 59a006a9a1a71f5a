import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { describe, expect, it } from "vitest";
import { dayAfter, letsThrough, searchPattern } from "./subscriber-filter.ts";

describe("a search", () => {
  it("looks at the beginning first, and inside from three characters on", () => {
    expect(searchPattern("a")).toBe("a%");
    expect(searchPattern("an")).toBe("an%");
    expect(searchPattern("ann")).toBe("%ann%");
  });

  it("takes signs of the pattern language as they are", () => {
    expect(searchPattern("50%_of\\f")).toBe("%50\\%\\_of\\\\f%");
    expect(searchPattern("a*b")).toBe("%a_b%");
  });
});

describe("a filter", () => {
  const ann = aSubscriber({ email: "ann@example.com", subscribed_at: "2026-03-01T12:00:00+00:00" });

  it.each([
    [{}, true],
    [{ email: "ANN" }, true],
    [{ email: "example" }, true],
    [{ email: "ex" }, false],
    [{ email: "bob" }, false],
    [{ source: "website-footer" }, true],
    [{ source: "website-dialog" }, false],
    [{ status: "unsubscribed" as const }, false],
    [{ from: "2026-03-01", to: "2026-03-01" }, true],
    [{ from: "2026-03-02" }, false],
    [{ to: "2026-02-28" }, false],
  ])("%o lets a subscriber of the 1st of March through: %s", (filter, expected) => {
    expect(letsThrough(filter, ann)).toBe(expected);
  });

  it("knows the day after the last of a month and of February in a leap year", () => {
    expect(dayAfter("2026-01-31")).toBe("2026-02-01");
    expect(dayAfter("2028-02-28")).toBe("2028-02-29");
  });
});
