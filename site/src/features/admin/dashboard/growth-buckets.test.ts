import { describe, expect, it } from "vitest";
import { toBuckets } from "./growth-buckets.ts";

const TODAY = "2026-03-10";

describe("bars of growth", () => {
  it("cover every day, even without a sign-up", () => {
    const { unit, buckets } = toBuckets(
      {
        points: [
          { date: "2026-03-01", added: 2, total: 2 },
          { date: "2026-03-08", added: 1, total: 3 },
        ],
      },
      "all",
      TODAY,
    );
    expect(unit).toBe("day");
    expect(buckets).toHaveLength(10);
    expect(buckets[0]).toEqual({ from: "2026-03-01", to: "2026-03-01", added: 2, total: 2 });
    expect(buckets[6]).toEqual({ from: "2026-03-07", to: "2026-03-07", added: 0, total: 2 });
    expect(buckets.at(-1)).toEqual({ from: TODAY, to: TODAY, added: 0, total: 3 });
  });

  it("show an empty week for an empty list", () => {
    const { buckets } = toBuckets({ points: [] }, "all", TODAY);
    expect(buckets.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("begin with the total of the time before them", () => {
    const { buckets } = toBuckets({ points: [{ date: "2020-01-01", added: 40, total: 40 }] }, "month", TODAY);
    expect(buckets).toHaveLength(30);
    expect(buckets[0]).toMatchObject({ added: 0, total: 40 });
  });

  it("cover weeks that start on Monday, or months, if the time is long", () => {
    const weeks = toBuckets({ points: [{ date: "2025-06-04", added: 1, total: 1 }] }, "all", TODAY);
    expect(weeks.unit).toBe("week");
    expect(weeks.buckets[0]).toEqual({ from: "2025-06-02", to: "2025-06-08", added: 1, total: 1 });
    expect(weeks.buckets.at(-1)).toEqual({ from: "2026-03-09", to: TODAY, added: 0, total: 1 });

    const months = toBuckets({ points: [{ date: "2018-11-30", added: 1, total: 1 }] }, "all", TODAY);
    expect(months.unit).toBe("month");
    expect(months.buckets[0]).toEqual({ from: "2018-11-01", to: "2018-11-30", added: 1, total: 1 });
    expect(months.buckets).toHaveLength(89);
  });

  it("add up to the whole list", () => {
    const points = Array.from({ length: 900 }, (_, at) => ({
      date: new Date(Date.parse("2023-09-01") + at * 86_400_000).toISOString().slice(0, 10),
      added: (at % 3) + 1,
      total: 0,
    }));
    let total = 0;
    for (const point of points) point.total = total += point.added;
    const { buckets } = toBuckets({ points }, "all", TODAY);
    expect(buckets.reduce((sum, { added }) => sum + added, 0)).toBe(total);
    expect(buckets.at(-1)?.total).toBe(total);
  });
});
