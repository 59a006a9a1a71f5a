import { expect, it } from "vitest";
import { aShop, STORE } from "./a-shop-folder.case.ts";

it.each([
  ["", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["timeZone: America/Toronto\n", "2026-12-01T05:00:00.000Z", "2027-01-01T05:00:00.000Z"],
  ["timeZone: Australia/Sydney\n", "2026-11-30T13:00:00.000Z", "2026-12-31T13:00:00.000Z"],
])("the days of a discount start in the shop's time zone: %j", (timeZone, startsAt, endsAt) => {
  const days = "  - { code: days, percent: 5, startsAt: 2026-12-01, endsAt: 2027-01-01 }\n";
  const minute = "  - { code: minute, percent: 5, startsAt: 2026-12-01T09:00-05:00 }\n";
  const shop = aShop({ store: `${STORE}${timeZone}discounts:\n${days}${minute}`, products: "products: []\n" });
  expect(shop.open().current().settings.discounts).toMatchObject([
    { startsAt, endsAt },
    { startsAt: "2026-12-01T14:00:00.000Z" },
  ]);
});

it.each([
  ["", 7],
  ["unpaidOrdersExpireAfter: 14\n", 14],
  ["unpaidOrdersExpireAfter: 1 day\n", 1],
  ["unpaidOrdersExpireAfter: 90 days\n", 90],
  ["unpaidOrdersExpireAfter: never\n", null],
])("unpaid orders expire after the time that the owner sets, or after a week by default: %j", (line, days) => {
  const cash = "payments:\n  - { title: Cash, instructions: Pay., unpaidOrdersExpireAfter: 60 days }\n";
  const shop = aShop({ store: `${STORE}${line}${cash}`, products: "products: []\n" });
  expect(shop.open().current().settings).toMatchObject({
    unpaidOrdersExpireAfter: days,
    payments: [{ unpaidOrdersExpireAfter: 60 }],
  });
});
