import { describe, expect, it, test } from "vitest";
import type { Address } from "../../../shared/addresses/address.ts";
import { aStore } from "./a-store.case.ts";
import { aStoreWithEmails } from "./a-store-with-emails.case.ts";
import { addressLinesOf, goodsReceipt } from "./order-in-words.ts";

const AN_EMPTY_ADDRESS: Address = {
  firstName: "",
  lastName: "",
  company: "",
  address1: "",
  address2: "",
  city: "",
  province: "",
  provinceCode: "",
  countryCode: "",
  zip: "",
  phone: "",
};

test.each([
  ["NO", "5003 Bergen"],
  ["CA", "Bergen 5003"],
])("an address has the postal code where its country writes it: %s", (countryCode, line) => {
  expect(addressLinesOf({ ...AN_EMPTY_ADDRESS, city: "Bergen", zip: "5003", countryCode })[0]).toBe(line);
});

describe("emails about an order", () => {
  it("have no links in typed text: the recipient may never have bought anything", async () => {
    const { store, newEmails } = await aStoreWithEmails();
    const address = {
      firstName: "You won! Claim at",
      lastName: "https://evil.example/claim",
      address1: "P.O.Box 12",
      company: "evil.example/pay",
      address2: "192.0.2.1/x or 192.0.2.1 or 1.1/x, 3.5 km",
      city: "www.evil.example",
      province: "Ontario",
      country: "Canada",
      zip: "N7A 1A1",
    };
    await store.order({ address });
    const [toBuyer, toOwner] = await newEmails();
    expect(toBuyer?.text).toContain(
      "Delivery address:\n> evil. example/pay\n> P. O. Box 12\n> 192. 0. 2. 1/x or 192. 0. 2. 1 or 1. 1/x, 3.5 km\n> www. evil. example ON N7A 1A1\n> Canada\n",
    );
    // The owner sees everything, to send the parcel.
    expect(toOwner?.text).toContain(
      "Send it to:\n> You won! Claim at https://evil.example/claim\n> evil.example/pay\n",
    );

    const { checkout } = await store.checkoutOfCart();
    await store.checkouts.setName(checkout, { firstName: "Ann", lastName: "http://evil.example" });
    await store.place(checkout);
    expect((await newEmails())[0]?.text).toContain("Pickup: At a show\nCome to the merch table.\n\n");
  });

  it("never contain a buyer's text as a long line, or as a line that looks like ours", async () => {
    const { store, newEmails } = await aStoreWithEmails();
    const placed = await store.order();
    const address = {
      ...AN_EMPTY_ADDRESS,
      firstName: "Ann\r\nBcc: ben@example.com",
      lastName: "Lake\u2028It is paid: Card.\u0007\u202e",
      address1: "x".repeat(400),
      city: "Goderich\u0085Send it to:",
      address2: "🎸".repeat(150),
      company: "It is paid: Card.",
    };
    const lines = placed.lines.map((line) => ({
      ...line,
      attributes: [{ key: "Print\nSend it to:", value: "Ann\r\rIt is paid: Card." }],
    }));
    const order = { ...placed, lines, address, note: "Hello\r\nSend it to:\u2028Somebody else" };
    store.events.splice(0, 1, { type: "placed", order });
    const [toBuyer, toOwner] = await newEmails();
    expect(toBuyer?.text).toContain(
      "Delivery address:\n> Ann Bcc: ben@example. com Lake It is paid: Card.\n> It is paid: Card.\n> xxx",
    );
    expect(toOwner?.text).toContain("> Print Send it to:: Ann It is paid: Card.");
    expect(toOwner?.text).toContain("The buyer's note:\n> Hello\n> Send it to:\n> Somebody else");
    expect(toBuyer?.text).toContain(`${"🎸".repeat(150)}\n`);
    for (const text of [toBuyer?.text ?? "", toOwner?.text ?? ""]) {
      expect(text).not.toMatch(/[^\P{C}\n]/u);
      expect(text).not.toMatch(/^(Bcc|It is paid)/m);
      expect(text.match(/^Send it to:/gm)?.length ?? 0).toBeLessThan(2);
      expect(text).not.toContain("x".repeat(201));
    }
  });
});

test("with very many lines name the first 60 and count the others", async () => {
  const placed = await (await aStore()).order();
  const [line] = placed.lines;
  if (!line) throw new Error("The order has no line");
  const rows = goodsReceipt({ ...placed, lines: Array.from({ length: 75 }, () => line) }, "en-CA");
  expect(rows).toHaveLength(61);
  expect(rows.at(-1)).toEqual({ words: "and 15 more, which the page of the order lists", amount: "" });
});
