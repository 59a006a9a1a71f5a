import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it, onTestFinished } from "vitest";
import { serveBuiltin } from "../builtin.case.ts";
import { createBuiltinReports } from "./reports.ts";

async function aList() {
  const served = await serveBuiltin([
    aSubscriber({ id: 1, email: "ann@example.com", subscribed_at: "2026-02-01T23:59:59.999Z" }),
    aSubscriber({ id: 2, email: "ben@example.com", subscribed_at: "2026-02-01T00:00:00Z", source: "import:old" }),
    aSubscriber({ id: 3, email: "cleo@example.com", subscribed_at: "2026-02-04T10:00:00Z", status: "unsubscribed" }),
  ]);
  onTestFinished(async () => served.close());
  return { data: served.data, reports: createBuiltinReports(served.data.read) };
}

it("reports growth by UTC day, and leaves out days without a sign-up", async () => {
  const { reports } = await aList();
  expect(await reports.growth()).toEqual({
    points: [
      { date: "2026-02-01", added: 2, total: 2 },
      { date: "2026-02-04", added: 1, total: 3 },
    ],
  });
});

it("reports sources, the most frequent first", async () => {
  const { reports } = await aList();
  expect(await reports.sources()).toEqual({
    sources: [
      { source: "website-footer", count: 2 },
      { source: "import:old", count: 1 },
    ],
  });
});

it("counts a removal at once, and stores no empty day", async () => {
  const { data, reports } = await aList();
  await data.write((writer) => writer.run(`DELETE FROM ${SUBSCRIBERS_TABLE} WHERE id IN (1, 3)`));
  expect(await reports.growth()).toEqual({ points: [{ date: "2026-02-01", added: 1, total: 1 }] });
  expect(await reports.sources()).toEqual({ sources: [{ source: "import:old", count: 1 }] });
  expect(await reports.count({})).toBe(1);
});

it("reports nothing for an empty list", async () => {
  const { data, reports } = await aList();
  await data.write((writer) => writer.run(`DELETE FROM ${SUBSCRIBERS_TABLE}`));
  expect([await reports.growth(), await reports.sources()]).toEqual([{ points: [] }, { sources: [] }]);
});
