import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { describe, expect, it } from "vitest";
import { matchesFilter } from "./subscriber-filter.ts";

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
  ])("%o matches a subscriber of 1 March: %s", (filter, expected) => {
    expect(matchesFilter(filter, ann)).toBe(expected);
  });
});
