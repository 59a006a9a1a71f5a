import { describe, expect, it } from "vitest";
import { aStore } from "./a-store.case.ts";
import { aStoreWithEmails, HARBOUR_LINE } from "./a-store-with-emails.case.ts";
import { createOrderEmails } from "./order-emails.ts";
import type { OrderEvent } from "./order-event.ts";

/** While `isFull.now` is true, emails to the owner fail. Emails to the buyer do not fail. */
async function aFullDisk() {
  const isFull = { now: true };
  const sent: string[] = [];
  const write = createOrderEmails({
    ...HARBOUR_LINE,
    sendEmail: async ({ to }) => {
      if (isFull.now && to === HARBOUR_LINE.ownerEmail) throw new Error("ENOSPC");
      sent.push(to);
    },
    log: { error: () => undefined },
  });
  const placed = await (await aStore()).order();
  return { isFull, sent, write, placed };
}

describe("emails about an order", () => {
  it("that can never be sent are logged without their recipient, and change nothing", async () => {
    const { store, order, logged } = await aStoreWithEmails(async ({ to }) => {
      throw Object.assign(new Error(`no such mailbox: ${to}`), { reason: "bad-email" });
    });
    const { placed } = await order();
    expect(logged).toEqual(
      Array.from(
        { length: 2 },
        () => '{"order":1001,"about":"placed","reason":"Error"} an email about an order could not be sent',
      ),
    );
    expect(store.orders.byId(placed.id)).toEqual(placed);
  });

  it("have no buyer to go to once the buyer's data is erased", async () => {
    const { sent, write, isFull, placed } = await aFullDisk();
    isFull.now = false;
    await write({ type: "refunded", order: { ...placed, email: "" } }, 1, true);
    expect(sent).toEqual([]);
  });

  it("that cannot be written now reject after both were tried, and neither error nor log has an address", async () => {
    const { order, logged } = await aStoreWithEmails(async ({ to }) => {
      throw new Error(`no room for ${to}`);
    });
    await expect(order()).rejects.toThrow(/^An email about an order could not be put on disk\.$/);
    expect(logged).toHaveLength(2);
    expect(logged.join()).not.toContain("@");
  });

  it("are written once each, even if the other one repeatedly fails", async () => {
    const { sent, write, isFull, placed } = await aFullDisk();
    const event: OrderEvent = { type: "placed", order: placed };
    await expect(write(event, 1, true)).rejects.toThrow();
    await expect(write(event, 1, true)).rejects.toThrow();
    expect(sent).toEqual(["ann@example.com"]);
    isFull.now = false;
    await write(event, 1, true);
    expect(sent).toEqual(["ann@example.com", "owner@artist.example"]);
    // With another due id, the same event is written again.
    await write(event, 2, true);
    expect(sent).toHaveLength(4);
  });
});
