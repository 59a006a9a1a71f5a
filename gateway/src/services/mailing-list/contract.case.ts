import type { MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";
import { describe, expect, it } from "vitest";
import type { MailingListService } from "./contract.ts";

/** Somebody who joined, as the list at the other end has them; an untold name is empty. */
export type Joined = { email: string; firstName: string; lastName: string };

/** A mailing list under test, and who has joined it so far. */
type MailingListUnderTest = { list: MailingListService; joined: () => Joined[] };

/** A sign-up of the full form, with what the test is about. */
export function aSignUp(overrides: Partial<MailingListSignUp> = {}): MailingListSignUp {
  return { EMAIL: "ann@example.com", FNAME: "Ann", LNAME: "Marlow", ...overrides };
}

/** What every mailing list does alike. */
export function describeMailingList(create: () => Promise<MailingListUnderTest>): void {
  describe("as any mailing list", () => {
    it("takes a sign-up, trimmed and its email in lower case, and says so", async () => {
      const { list, joined } = await create();
      const answer = await list.subscribe({ EMAIL: " Ann@Example.COM ", FNAME: " Ann ", LNAME: "Müller & Söhne 🎸 " });
      expect(answer.result).toBe("success");
      expect(answer.msg).not.toBe("");
      expect(joined()).toEqual([{ email: "ann@example.com", firstName: "Ann", lastName: "Müller & Söhne 🎸" }]);
    });

    it("takes an email without names", async () => {
      const { list, joined } = await create();
      expect((await list.subscribe(aSignUp({ FNAME: "", LNAME: "  " }))).result).toBe("success");
      expect(joined()).toEqual([{ email: "ann@example.com", firstName: "", lastName: "" }]);
    });

    it("tells an address that is on the list already", async () => {
      const { list, joined } = await create();
      await list.subscribe(aSignUp());
      const again = await list.subscribe(aSignUp({ EMAIL: "ANN@example.com", FNAME: "Another" }));
      expect(again.result).toBe("error");
      expect(again.msg).toContain("already subscribed");
      expect(joined()).toEqual([{ email: "ann@example.com", firstName: "Ann", lastName: "Marlow" }]);
    });

    it.each([
      ["nothing", ""],
      ["blanks", "   "],
      ["no domain", "ann@"],
      ["no dot", "ann@example"],
      ["two addresses", "ann@example.com, ben@example.com"],
      ["a NUL", "ann\0@example.com"],
      ["half a character", "ann\ud83c@example.com"],
      ["another header", "ann@example.com\r\nBcc: ben@example.com"],
      ["255 characters", `${"a".repeat(243)}@example.com`],
    ])("refuses %s for an email, and nobody joins", async (_, EMAIL) => {
      const { list, joined } = await create();
      expect(await list.subscribe(aSignUp({ EMAIL }))).toEqual({
        result: "error",
        msg: "Please enter a valid email address",
      });
      expect(joined()).toEqual([]);
    });

    it.each([
      ["ten thousand letters", "a".repeat(10_000)],
      ["201 letters", "a".repeat(201)],
      ["a NUL", "An\0n"],
      ["two lines", "Ann\nMarlow"],
      ["a line separator", "Ann\u2028Marlow"],
      ["half a character", "Ann\udfb8"],
    ])("refuses %s for a name, and nobody joins", async (_, name) => {
      const { list, joined } = await create();
      const refusal = {
        result: "error",
        msg: "Please enter a name of one line, up to 200 characters, without a web address or @",
      };
      expect(await list.subscribe(aSignUp({ FNAME: name }))).toEqual(refusal);
      expect(await list.subscribe(aSignUp({ LNAME: name }))).toEqual(refusal);
      expect(joined()).toEqual([]);
    });

    it("keeps markup in a name as the letters it is made of", async () => {
      const { list, joined } = await create();
      await list.subscribe(aSignUp({ FNAME: "<b>Ann</b>", LNAME: "'); DROP TABLE" }));
      expect(joined()).toMatchObject([{ firstName: "<b>Ann</b>", lastName: "'); DROP TABLE" }]);
    });
  });
}
