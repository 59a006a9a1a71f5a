import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { describe, expect, it } from "vitest";
import { PAGE_ROWS, type Summary } from "../../../api/subscribers.ts";
import { addToPage, addToSummary, belongsAtTop, changeGrowth, removeFromSummary } from "./apply-change.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");

function aSummary(overrides: Partial<Summary> = {}): Summary {
  return {
    totalSubscribers: 10,
    unsubscribed: 1,
    recentSubscribers7d: 2,
    recentSubscribers30d: 4,
    lastUpdated: "2026-03-09T00:00:00Z",
    created: "2026-01-01T00:00:00Z",
    recent: [],
    ...overrides,
  };
}

describe("a sign-up", () => {
  it("counts in every period that contains it", () => {
    const row = aSubscriber({ id: 11, subscribed_at: "2026-03-10T11:59:00Z" });
    expect(addToSummary(aSummary(), row, NOW)).toEqual({
      totalSubscribers: 11,
      unsubscribed: 1,
      recentSubscribers7d: 3,
      recentSubscribers30d: 5,
      lastUpdated: row.subscribed_at,
      created: "2026-01-01T00:00:00Z",
      recent: [row],
    });
  });

  it("with an old date, such as an imported sign-up, counts only in the total", () => {
    const row = aSubscriber({ id: 11, subscribed_at: "2020-01-01T00:00:00Z" });
    expect(addToSummary(aSummary(), row, NOW)).toEqual({
      ...aSummary(),
      totalSubscribers: 11,
      created: "2020-01-01T00:00:00Z",
    });
  });

  it("that is imported as unsubscribed counts as unsubscribed", () => {
    const row = aSubscriber({ id: 11, status: "unsubscribed" });
    expect(addToSummary(aSummary(), row, NOW)).toMatchObject({ totalSubscribers: 11, unsubscribed: 2 });
  });

  it("becomes the first of the five recent subscribers", () => {
    const recent = [5, 4, 3, 2, 1].map((id) => aSubscriber({ id, subscribed_at: `2026-03-0${id + 3}T00:00:00Z` }));
    const row = aSubscriber({ id: 6, subscribed_at: "2026-03-10T00:00:00Z" });
    expect(addToSummary(aSummary({ recent }), row, NOW).recent.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2]);
  });

  it("shows at the top of the first page if the newest are first and the filter matches", () => {
    const row = aSubscriber({ email: "ann@example.com" });
    const newest = { order: { by: "subscribed_at", ascending: false }, filter: {}, place: { at: "start" } } as const;
    expect(belongsAtTop(newest, row)).toBe(true);
    expect(belongsAtTop({ ...newest, filter: { email: "bob" } }, row)).toBe(false);
    expect(belongsAtTop({ ...newest, place: { at: "end" } }, row)).toBe(false);
    expect(belongsAtTop({ ...newest, order: { by: "email", ascending: true } }, row)).toBe(false);
  });

  it("moves the last row of a full page to the next page", () => {
    const rows = Array.from({ length: PAGE_ROWS }, (_, at) =>
      aSubscriber({ id: PAGE_ROWS - at, subscribed_at: new Date(NOW - (at + 1) * 60_000).toISOString() }),
    );
    const row = aSubscriber({ id: 99, subscribed_at: new Date(NOW).toISOString() });
    const page = addToPage({ rows, hasPrevious: false, hasNext: false }, row);
    expect(page.rows).toHaveLength(PAGE_ROWS);
    expect(page.rows[0]?.id).toBe(99);
    expect(page.hasNext).toBe(true);
    expect(addToPage(page, row).rows).toEqual(page.rows);
  });
});

describe("a removal", () => {
  it("of a known subscriber counts in every period that contains the sign-up", () => {
    const changed = removeFromSummary(aSummary(), 1, aSubscriber({ subscribed_at: "2026-02-20T00:00:00Z" }), NOW);
    expect(changed).toMatchObject({
      totalSubscribers: 9,
      unsubscribed: 1,
      recentSubscribers7d: 2,
      recentSubscribers30d: 3,
    });
  });

  it("of an unsubscribed fan also reduces the number of unsubscribed fans", () => {
    const changed = removeFromSummary(aSummary(), 1, aSubscriber({ status: "unsubscribed" }), NOW);
    expect(changed).toMatchObject({ totalSubscribers: 9, unsubscribed: 0 });
  });

  it("of an unknown subscriber reduces the total, but not below zero", () => {
    const none = aSummary({ totalSubscribers: 0, recentSubscribers7d: 0, recentSubscribers30d: 0 });
    expect(removeFromSummary(aSummary(), 1, undefined, NOW).totalSubscribers).toBe(9);
    expect(removeFromSummary(none, 1, undefined, NOW).totalSubscribers).toBe(0);
  });
});

describe("growth", () => {
  const points = [
    { date: "2026-03-01", added: 2, total: 2 },
    { date: "2026-03-05", added: 1, total: 3 },
  ];

  it("counts a sign-up on its day and in all later totals", () => {
    expect(changeGrowth({ points }, 1, "2026-03-03T10:00:00Z").points).toEqual([
      { date: "2026-03-01", added: 2, total: 2 },
      { date: "2026-03-03", added: 1, total: 3 },
      { date: "2026-03-05", added: 1, total: 4 },
    ]);
    expect(changeGrowth({ points }, 1, "2026-03-05T10:00:00Z").points.at(-1)).toEqual({
      date: "2026-03-05",
      added: 2,
      total: 4,
    });
    expect(changeGrowth({ points }, 1, "2026-03-09T10:00:00Z").points.at(-1)).toEqual({
      date: "2026-03-09",
      added: 1,
      total: 4,
    });
    expect(changeGrowth({ points }, 1, "2026-02-01T10:00:00Z").points.map(({ total }) => total)).toEqual([1, 3, 4]);
  });

  it("begins with the first subscriber", () => {
    expect(changeGrowth({ points: [] }, 1, "2026-03-03T10:00:00Z").points).toEqual([
      { date: "2026-03-03", added: 1, total: 1 },
    ]);
  });
});
