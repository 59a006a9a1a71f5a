import { parseAmount } from "@porchlight/protocol/money.ts";
import type { Mistake } from "../../../../content/owners-file.ts";
import { countryName } from "../../../shared/addresses/countries.ts";
import { provincesOf } from "../../../shared/addresses/provinces.ts";
import { handleOf, instantOf } from "./create-settings.ts";
import type { StoreFile } from "./store-file.ts";
import { CARD, NOTHING_DUE, SEND_IT } from "./store-settings.ts";

/** What our own handles stand for; none of the owner's may be one of them. */
const PAYMENTS_OF_OURS = new Map([
  [CARD, "paying at Stripe"],
  [NOTHING_DUE, "an order that costs nothing"],
]);
const DELIVERIES_OF_OURS = new Map([[SEND_IT, "having it sent"]]);

/** What is wrong with entries that each have the right form: an amount of no currency, two of one name. */
export function checkStore(file: StoreFile): Mistake[] {
  return [...checkAmounts(file), ...checkProvinces(file), ...checkNames(file), ...checkDiscounts(file)];
}

function checkAmounts({ currency, shipping, discounts, giftCards }: StoreFile): Mistake[] {
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
      : { path, sentence: `${value} is no amount in ${its}` },
  );
}

function checkProvinces({ country, province, taxes }: StoreFile): Mistake[] {
  const named = [
    ...(province === undefined ? [] : [{ path: ["province"], country, province }]),
    ...taxes.flatMap((tax, at) =>
      tax.provinces.map((its) => ({ path: ["taxes", at, "provinces"], country: tax.country, province: its })),
    ),
  ];
  return named.flatMap(({ path, country: its, province: code }) => {
    const known = provincesOf(its);
    const isKnown = known.length === 0 || known.some((place) => place.code === code);
    return isKnown ? [] : { path, sentence: `${code} is no province of ${countryName(its)}` };
  });
}

function checkNames({ shipping, pickup, payments, discounts, giftCards }: StoreFile): Mistake[] {
  const countries = shipping.flatMap((zone, at) => zone.countries.map((its) => ({ its, path: ["shipping", at] })));
  const deliveries = [
    ...shipping.flatMap((zone, at) =>
      zone.rates.map(({ title }, rate) => ({
        its: handleOf(`${zone.title} ${title}`),
        path: ["shipping", at, "rates", rate],
      })),
    ),
    ...pickup.map(({ title }, at) => ({ its: handleOf(title), path: ["pickup", at] })),
  ];
  const ways = payments.map(({ title }, at) => ({ its: handleOf(title), path: ["payments", at] }));
  return [
    ...checkHandles(deliveries, DELIVERIES_OF_OURS),
    ...checkHandles(ways, PAYMENTS_OF_OURS),
    ...onlyOnce(countries, (its) => `${its === "*" ? '"*"' : its} is in another zone already`),
    ...onlyOnce(deliveries, (its) => `another rate or place is called "${its}" already; change its title`),
    ...onlyOnce(ways, () => "another payment has this title already"),
    ...onlyOnce(
      discounts.map(({ code: its }, at) => ({ its, path: ["discounts", at] })),
      (its) => `the code ${its} is there already`,
    ),
    ...onlyOnce(
      giftCards.map(({ code: its }, at) => ({ its, path: ["giftCards", at] })),
      () => "this code is there already",
    ),
  ];
}

/** A title without a letter has an empty handle, which a form without a choice would choose. */
function checkHandles(named: Named[], ours: ReadonlyMap<string, string>): Mistake[] {
  return named.flatMap(({ its, path }) => {
    if (its === "") return { path, sentence: "needs a letter or a digit in its title" };
    const what = ours.get(its);
    return what === undefined ? [] : { path, sentence: `"${its}" is how ${what} is called; change its title` };
  });
}

function checkDiscounts({ discounts, timeZone }: StoreFile): Mistake[] {
  return discounts.flatMap(({ percent, amount: off, freeShipping, startsAt, endsAt }, at) => {
    const path = ["discounts", at];
    const kinds = [percent !== undefined, off !== undefined, freeShipping].filter(Boolean).length;
    const mistakes: Mistake[] = [];
    if (kinds !== 1) mistakes.push({ path, sentence: 'needs exactly one of "percent", "amount", "freeShipping: yes"' });
    const [start, end] = [startsAt, endsAt].map((written) => written && instantOf(written, timeZone));
    if (start && end && end <= start) mistakes.push({ path, sentence: "ends before it starts" });
    return mistakes;
  });
}

/** What something is called, and where that stands. */
type Named = { its: string; path: Mistake["path"] };

function onlyOnce(named: Named[], say: (its: string) => string): Mistake[] {
  const seen = new Set<string>();
  return named.flatMap(({ its, path }) => {
    if (!seen.has(its)) {
      seen.add(its);
      return [];
    }
    return { path, sentence: say(its) };
  });
}
