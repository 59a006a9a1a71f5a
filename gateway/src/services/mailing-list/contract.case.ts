import type { MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";
import { describe, expect, it } from "vitest";
import type { MailingListService } from "./contract.ts";

/** A subscriber in the tested list; a missing name is empty. */
export type Joined = { email: string; firstName: string; lastName: string };

/** A mailing list under test, and its subscribers. */
type MailingListUnderTest = { list: MailingListService; joined: () => Joined[] };

/** A sign-up with all fields. */
export function aSignUp(overrides: Partial<MailingListSignUp> = {}): MailingListSignUp {
  return { EMAIL: "ann@example.com", FNAME: "Ann", LNAME: "Marlow", ...overrides };
}

/** Tests that every mailing list passes. */
export function describeMailingList(create: () => Promise<MailingListUnderTest>): void {
  describe("every mailing list", () => {
    it("accepts a sign-up, trims it and stores the email in lower case", async () => {
      const { list, joined } = await create();
      const response = await list.subscribe({
        EMAIL: " Ann@Example.COM ",
        FNAME: " Ann ",
        LNAME: "Müller & Söhne 🎸 ",
      });
      expect(response.result).toBe("success");
      expect(response.msg).not.toBe("");
      expect(joined()).toEqual([{ email: "ann@example.com", firstName: "Ann", lastName: "Müller & Söhne 🎸" }]);
    });

    it("accepts an email without names", async () => {
      const { list, joined } = await create();
      expect((await list.subscribe(aSignUp({ FNAME: "", LNAME: "  " }))).result).toBe("success");
      expect(joined()).toEqual([{ email: "ann@example.com", firstName: "", lastName: "" }]);
    });

    it("says when an address is on the list already", async () => {
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
    ])("rejects %s as an email and adds nobody", async (_, EMAIL) => {
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
    ])("rejects %s as a name and adds nobody", async (_, name) => {
      const { list, joined } = await create();
      const error = {
        result: "error",
        msg: "Please enter a name of one line, up to 200 characters, without a web address or @",
      };
      expect(await list.subscribe(aSignUp({ FNAME: name }))).toEqual(error);
      expect(await list.subscribe(aSignUp({ LNAME: name }))).toEqual(error);
      expect(joined()).toEqual([]);
    });

    it("stores markup in a name as plain text", async () => {
      const { list, joined } = await create();
      await list.subscribe(aSignUp({ FNAME: "<b>Ann</b>", LNAME: "'); DROP TABLE" }));
      expect(joined()).toMatchObject([{ firstName: "<b>Ann</b>", lastName: "'); DROP TABLE" }]);
    });
  });
}
