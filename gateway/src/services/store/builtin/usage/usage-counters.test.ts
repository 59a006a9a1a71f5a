import { expect, it } from "vitest";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import { SOME_SETTINGS } from "../catalogue/a-catalogue.case.ts";
import type { GiftCard } from "../catalogue/store-settings.ts";
import { createUsageCounters } from "./usage-counters.ts";

const CARD: GiftCard = { code: "LAKE2026", balance: 5_000, currency: "CAD", isEnabled: true };

function aUsageCounter(...giftCards: GiftCard[]) {
  const data = aDataFile();
  return { data, usage: createUsageCounters(data.read, { ...SOME_SETTINGS, giftCards }) };
}

it("a gift card always has the same id, and no two cards share an id", () => {
  const other = { ...CARD, code: "LAKE2027" };
  const [first, second] = [aUsageCounter(CARD, other), aUsageCounter(other)];
  const id = first.usage.giftCardId(CARD);
  expect(id).toBe(second.usage.giftCardId({ ...CARD, balance: 1 }));
  expect(Number.isSafeInteger(id)).toBe(true);
  expect(id).not.toBe(first.usage.giftCardId(other));
  expect(first.usage.giftCard(id)).toBe(CARD);
  // The owner has removed the card from the file.
  expect(second.usage.giftCard(id)).toBeUndefined();
});

it("the balance of a gift card follows the amount in the owner's file, and is never negative", async () => {
  const { data, usage } = aUsageCounter(CARD);
  expect(usage.giftCardBalance(CARD)).toBe(5_000);
  await data.write((writer) => {
    writer.run(
      `INSERT INTO orders (status_key, checkout_token, placed_at, contents, search_text, payment_status, updated_at)
         VALUES ('', '', '', '', '', 'pending', '')`,
    );
    writer.run("INSERT INTO gift_card_uses VALUES (?, 1, 3000)", usage.giftCardId(CARD));
  });
  expect(usage.giftCardBalance(CARD)).toBe(2_000);
  expect(usage.giftCardBalance({ ...CARD, balance: 8_000 })).toBe(5_000);
  expect(usage.giftCardBalance({ ...CARD, balance: 1_000 })).toBe(0);
});
