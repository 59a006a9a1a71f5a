import type { Issue } from "../../../../content/content-file.ts";
import { slugOf } from "../../../../lib/slug.ts";
import { countryName } from "../../../shared/addresses/countries.ts";
import { provincesOf } from "../../../shared/addresses/provinces.ts";
import { isAmount, noAmount, toInstant } from "./create-settings.ts";
import type { StoreFile } from "./store-file.ts";
import { CARD, NOTHING_DUE, SEND_IT } from "./store-settings.ts";

/** Reserved handles and what they mean. The owner's titles must not produce them. */
const RESERVED_PAYMENTS = new Map([
  [CARD, "paying at Stripe"],
  [NOTHING_DUE, "an order that costs nothing"],
]);
const RESERVED_DELIVERIES = new Map([[SEND_IT, "shipping"]]);

/** Finds issues that the schema cannot: amounts that do not fit the currency, unknown provinces, duplicate names. */
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
  return written.flatMap(({ path, value, currency: unit }) =>
    value === undefined || isAmount(value, unit) ? [] : { path, message: noAmount(value, unit) },
  );
}

function checkProvinces({ country, province, taxes }: StoreFile): Issue[] {
  const named = [
    ...(province === undefined ? [] : [{ path: ["province"], country, province }]),
    ...taxes.flatMap((tax, at) =>
      tax.provinces.map((code) => ({ path: ["taxes", at, "provinces"], country: tax.country, province: code })),
    ),
  ];
  return named.flatMap(({ path, country: countryCode, province: code }) => {
    const known = provincesOf(countryCode);
    const isKnown = known.length === 0 || known.some((place) => place.code === code);
    return isKnown ? [] : { path, message: `${code} is no province of ${countryName(countryCode)}` };
  });
}

function checkNames({ shipping, pickup, payments, discounts, giftCards }: StoreFile): Issue[] {
  const countries = shipping.flatMap((zone, at) => zone.countries.map((name) => ({ name, path: ["shipping", at] })));
  const deliveries = [
    ...shipping.flatMap((zone, at) =>
      zone.rates.map(({ title }, rate) => ({
        name: slugOf(`${zone.title} ${title}`),
        path: ["shipping", at, "rates", rate],
      })),
    ),
    ...pickup.map(({ title }, at) => ({ name: slugOf(title), path: ["pickup", at] })),
  ];
  const ways = payments.map(({ title }, at) => ({ name: slugOf(title), path: ["payments", at] }));
  return [
    ...checkHandles(deliveries, RESERVED_DELIVERIES),
    ...checkHandles(ways, RESERVED_PAYMENTS),
    ...checkUnique(countries, (name) => `${name === "*" ? '"*"' : name} is in another zone already`),
    ...checkUnique(deliveries, (name) => `another rate or place is called "${name}" already; change its title`),
    ...checkUnique(ways, () => "another payment has this title already"),
    ...checkUnique(
      discounts.map(({ code: name }, at) => ({ name, path: ["discounts", at] })),
      (name) => `the code ${name} is there already`,
    ),
    ...checkUnique(
      giftCards.map(({ code: name }, at) => ({ name, path: ["giftCards", at] })),
      () => "this code is there already",
    ),
  ];
}

/** Rejects reserved handles, and empty ones: a form without a choice submits an empty handle. */
function checkHandles(named: Named[], reserved: ReadonlyMap<string, string>): Issue[] {
  return named.flatMap(({ name, path }) => {
    if (name === "") return { path, message: "needs a letter or a digit in its title" };
    const meaning = reserved.get(name);
    return meaning === undefined ? [] : { path, message: `"${name}" already stands for ${meaning}; change this title` };
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
type Named = { name: string; path: Issue["path"] };

function checkUnique(named: Named[], toMessage: (name: string) => string): Issue[] {
  const seen = new Set<string>();
  return named.flatMap(({ name, path }) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return { path, message: toMessage(name) };
  });
}
