import { describe, expect, it } from "vitest";
import { anAdmin } from "../shared/admin.case.ts";
import type { Caller } from "../shared/caller.ts";
import { oneWebsiteSignUp, POLICY, rulesFor } from "./policy.ts";

describe("the row-level rules", () => {
  it("give each role these rights and no others", () => {
    expect(POLICY).toEqual({
      anonymous: { select: "no row", insert: "one website sign-up", update: "refused", delete: "no row" },
      person: { select: "no row", insert: "refused", update: "refused", delete: "no row" },
      admin: { select: "every row", insert: "refused", update: "refused", delete: "every row" },
      service: { select: "every row", insert: "any rows", update: "all but the id", delete: "refused" },
    });
  });

  it.each<[Caller, keyof typeof POLICY]>([
    [{ role: "anonymous" }, "anonymous"],
    [anAdmin({ admin: false }), "person"],
    [anAdmin(), "admin"],
    [{ role: "service" }, "service"],
  ])("give %o the rights of %s", (caller, role) => {
    expect(rulesFor(caller)).toBe(POLICY[role]);
  });

  it("allow one active row from either form of the website, and no other row", () => {
    const row = { status: "active", source: "website-footer" };
    expect(oneWebsiteSignUp([row])).toEqual(row);
    expect(oneWebsiteSignUp([{ ...row, source: "website-dialog" }])).toEqual({ ...row, source: "website-dialog" });
    expect(oneWebsiteSignUp([])).toBeUndefined();
    expect(oneWebsiteSignUp([row, row])).toBeUndefined();
    for (const other of ["import:list", "Website-Footer", "", null]) {
      expect(oneWebsiteSignUp([{ ...row, source: other }])).toBeUndefined();
    }
    for (const other of ["unsubscribed", "ACTIVE", "", null]) {
      expect(oneWebsiteSignUp([{ ...row, status: other }])).toBeUndefined();
    }
  });
});
