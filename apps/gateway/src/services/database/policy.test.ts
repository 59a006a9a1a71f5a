import { describe, expect, it } from "vitest";
import { anAdmin } from "../caller.case.ts";
import type { Caller } from "../caller.ts";
import { isOneWebsiteSignUp, POLICY, rulesFor } from "./policy.ts";

describe("the row-level rules", () => {
  it("say who may do what, and nothing more", () => {
    expect(POLICY).toEqual({
      anonymous: { select: "no row", insert: "one website sign-up", update: "refused", delete: "no row" },
      person: { select: "no row", insert: "refused", update: "refused", delete: "no row" },
      admin: { select: "every row", insert: "refused", update: "refused", delete: "every row" },
    });
  });

  it.each<[Caller, keyof typeof POLICY]>([
    [{ role: "anonymous" }, "anonymous"],
    [anAdmin({ admin: false }), "person"],
    [anAdmin(), "admin"],
  ])("give %o those of %s", (caller, role) => {
    expect(rulesFor(caller)).toBe(POLICY[role]);
  });

  it("let one active row from either form of the website through, and no other", () => {
    const row = { status: "active", source: "website-footer" };
    expect(isOneWebsiteSignUp([row])).toBe(true);
    expect(isOneWebsiteSignUp([{ ...row, source: "website-dialog" }])).toBe(true);
    expect(isOneWebsiteSignUp([])).toBe(false);
    expect(isOneWebsiteSignUp([row, row])).toBe(false);
    for (const other of ["import:list", "Website-Footer", "", null]) {
      expect(isOneWebsiteSignUp([{ ...row, source: other }])).toBe(false);
    }
    for (const other of ["unsubscribed", "ACTIVE", "", null]) {
      expect(isOneWebsiteSignUp([{ ...row, status: other }])).toBe(false);
    }
  });
});
