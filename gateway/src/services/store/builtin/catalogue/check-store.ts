import { parseAmount } from "@porchlight/protocol/money.ts";
import type { Issue } from "../../../../content/content-file.ts";
import { countryName } from "../../../shared/addresses/countries.ts";
import { provincesOf } from "../../../shared/addresses/provinces.ts";
import { toHandle, toInstant } from "./create-settings.ts";
import type { StoreFile } from "./store-file.ts";
import { CARD, NOTHING_DUE, SEND_IT } from "./store-settings.ts";

/** Reserved handles and what they mean. The owner's titles must not produce them. */
const RESERVED_PAYMENTS = new Map([
  [CARD, "paying at Stripe"],
  [NOTHING_DUE, "an order that costs nothing"],
]);
const RESERVED_DELIVERIES = new Map([[SEND_IT, "having it sent"]]);

/** Finds what the schema cannot: amounts that do not fit the currency, unknown provinces, duplicate names. */
export function checkStore(file: StoreFile): Issue[] {
  return [...checkAmounts(file), ...checkProvinces(file), ...checkNames(file), ...checkDiscounts(file)];
}

function checkAmounts({ currency, shipping, discounts, giftCards }: StoreFile): Issue[] {
  const written = [
    ...shipping.flatMap(({ rates }, zone) =>
      rates.flatMap(({ price, freeFrom }, at) => {
        const path = ["shipping", zone, "rates", at];
        return [
          { path: [...path, "price"], value: price, currency },
          { path: [...path, "freeFrom"], value: freeFrom, currency },
        ];
      }),
    ),
    ...discounts.flatMap(({ amount: off, minimum }, at) => [
      { path: ["discounts", at, "amount"], value: off, currency },
      { path: ["discounts", at, "minimum"], value: minimum, currency },
    ]),
    ...giftCards.map((card, at) => ({
      path: ["giftCards", at, "balance"],
      value: card.balance,
      currency: card.currency ?? currency,
    })),
  ];
  return written.flatMap(({ path, value, currency: its }) =>
    value === undefined || parseAmount(value, its) !== undefined
      ? []
      : { path, message: `${value} is no amount in ${its}` },
  );
}

function checkProvinces({ country, province, taxes }: StoreFile): Issue[] {
  const named = [
    ...(province === undefined ? [] : [{ path: ["province"], country, province }]),
    ...taxes.flatMap((tax, at) =>
      tax.provinces.map((its) => ({ path: ["taxes", at, "provinces"], country: tax.country, province: its })),
    ),
  ];
  return named.flatMap(({ path, country: its, province: code }) => {
    const known = provincesOf(its);
    const isKnown = known.length === 0 || known.some((place) => place.code === code);
    return isKnown ? [] : { path, message: `${code} is no province of ${countryName(its)}` };
  });
}

function checkNames({ shipping, pickup, payments, discounts, giftCards }: StoreFile): Issue[] {
  const countries = shipping.flatMap((zone, at) => zone.countries.map((its) => ({ its, path: ["shipping", at] })));
  const deliveries = [
    ...shipping.flatMap((zone, at) =>
      zone.rates.map(({ title }, rate) => ({
        its: toHandle(`${zone.title} ${title}`),
        path: ["shipping", at, "rates", rate],
      })),
    ),
    ...pickup.map(({ title }, at) => ({ its: toHandle(title), path: ["pickup", at] })),
  ];
  const ways = payments.map(({ title }, at) => ({ its: toHandle(title), path: ["payments", at] }));
  return [
    ...checkHandles(deliveries, RESERVED_DELIVERIES),
    ...checkHandles(ways, RESERVED_PAYMENTS),
    ...checkUnique(countries, (its) => `${its === "*" ? '"*"' : its} is in another zone already`),
    ...checkUnique(deliveries, (its) => `another rate or place is called "${its}" already; change its title`),
    ...checkUnique(ways, () => "another payment has this title already"),
    ...checkUnique(
      discounts.map(({ code: its }, at) => ({ its, path: ["discounts", at] })),
      (its) => `the code ${its} is there already`,
    ),
    ...checkUnique(
      giftCards.map(({ code: its }, at) => ({ its, path: ["giftCards", at] })),
      () => "this code is there already",
    ),
  ];
}

/** A title without a letter has an empty handle, which a form without a choice would submit. */
function checkHandles(named: Named[], reserved: ReadonlyMap<string, string>): Issue[] {
  return named.flatMap(({ its, path }) => {
    if (its === "") return { path, message: "needs a letter or a digit in its title" };
    const meaning = reserved.get(its);
    return meaning === undefined ? [] : { path, message: `"${its}" is how ${meaning} is called; change its title` };
  });
}

function checkDiscounts({ discounts, timeZone }: StoreFile): Issue[] {
  return discounts.flatMap(({ percent, amount: off, freeShipping, startsAt, endsAt }, at) => {
    const path = ["discounts", at];
    const kinds = [percent !== undefined, off !== undefined, freeShipping].filter(Boolean).length;
    const issues: Issue[] = [];
    if (kinds !== 1) issues.push({ path, message: 'needs exactly one of "percent", "amount", "freeShipping: yes"' });
    const [start, end] = [startsAt, endsAt].map((written) => written && toInstant(written, timeZone));
    if (start && end && end <= start) issues.push({ path, message: "ends before it starts" });
    return issues;
  });
}

/** A name or code and its place in the file. */
type Named = { its: string; path: Issue["path"] };

function checkUnique(named: Named[], toMessage: (its: string) => string): Issue[] {
  const seen = new Set<string>();
  return named.flatMap(({ its, path }) => {
    if (!seen.has(its)) {
      seen.add(its);
      return [];
    }
    return { path, message: toMessage(its) };
  });
}
