import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Row } from "../../shared/change-events.ts";
import { TABLE } from "../wire.case.ts";
import { parseFilter, passes } from "./filters.ts";

const NAMED = { ...TABLE, columns: [...TABLE.columns, { name: "first_name", type: "text" as const }] };
const ANN: Row = { id: 5, email: "ann@example.com", subscribed_at: "2026-03-01T12:00:00.25+00:00", first_name: null };

function lets(filter: string, row: Row = ANN): boolean {
  const parsed = parseFilter(filter, NAMED);
  if (!parsed.ok) throw new Error(parsed.message);
  return passes(parsed.tests, row);
}

describe("a filter", () => {
  it.each([
    "",
    "  ",
    "id=eq.5",
    "id=neq.50",
    "id=gt.4,id=lt.10",
    "id=gte.+5,id=lte.5",
    "id=in.(1,5,9)",
    "email=eq.ann@example.com",
    'email=eq."ann@example.com"',
    'email=in.("a,b",ann@example.com)',
    "email=not.eq.ben@example.com",
    "email=like.ann@%.com",
    "email=ilike.ANN@_xample%",
    "email=not.like.ben%",
    "first_name=is.null",
    "first_name=isdistinct.Ann",
    "subscribed_at=gt.2026-03-01T12:00:00Z",
    "subscribed_at=eq.2026-03-01T13:00:00.250+01:00",
    "subscribed_at=lt.2026-03-01T12:00:00.250001Z",
    "subscribed_at=gt.2026-03-01 12:00+00",
  ])("passes a row that meets its condition: %s", (filter) => {
    expect(lets(filter)).toBe(true);
  });

  it.each([
    "id=eq.50",
    "id=lt.10,id=gt.5",
    "id=not.in.(5)",
    "email=eq.Ann@example.com",
    "email=like.ANN%",
    "email=like.ann",
    "email=not.is.null,id=eq.6",
    // As in SQL, null meets neither a comparison nor its negation.
    "first_name=eq.Ann",
    "first_name=neq.Ann",
    "first_name=not.eq.Ann",
    "first_name=not.isdistinct.Ann",
    "subscribed_at=lt.2026-03-01",
  ])("rejects a row that does not meet its condition: %s", (filter) => {
    expect(lets(filter)).toBe(false);
  });

  it("reads a time without a zone as UTC in any time zone", () => {
    vi.stubEnv("TZ", "Europe/Berlin");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(new Date("2026-03-01T12:00:00").toISOString()).toBe("2026-03-01T11:00:00.000Z");
    expect(lets("subscribed_at=gte.2026-03-01T12:00:00,subscribed_at=lt.2026-03-01T12:00:01")).toBe(true);
  });

  it("matches no removal if it is on a column other than the key", () => {
    expect(lets("id=eq.5", { id: 5 })).toBe(true);
    expect(lets("id=eq.5,email=eq.ann@example.com", { id: 5 })).toBe(false);
    expect(lets("first_name=is.null", { id: 5 })).toBe(false);
  });

  it.each([
    "nonsense",
    "id=5",
    "id=eq.five",
    "id=eq.",
    "id=eq.99999999999999999999",
    "subscribed_at=gt.soon",
    "subscribed_at=gt.2026-02-30",
    "nobody=eq.1",
    "email=match.(a+)+$",
    "email=imatch.x",
    "email=constructor.x",
    "email=is.true",
    "id=like.5%",
    "id=in.5",
    `id=in.(${Array.from({ length: 101 }, (_, id) => id).join()})`,
    "id=eq.1,,id=eq.2",
  ])("is rejected with a message if it is invalid: %.40s", (filter) => {
    expect(parseFilter(filter, NAMED)).toEqual({ ok: false, message: expect.stringContaining("`filter`") });
  });
});
