import { cachePerKey } from "@porchlight/protocol/language.ts";
import { countryName } from "../../../shared/addresses/countries.ts";
import type { Policy, PolicyName } from "../catalogue/catalogue.ts";
import { toMoneyFormat } from "../catalogue/money-format.ts";
import { listShippingCountries } from "../pricing/delivery.ts";
import { globalId } from "./ids.ts";
import { currencyOf, type RequestContext } from "./request-context.ts";

/** Root fields about the shop itself. */
export const shopQueries = {
  shop: () => ({}),
  localization: () => ({}),
};

const LANGUAGE = { isoCode: "EN", name: "English", endonymName: "English" };

/** Countries that measure in inches and pounds. */
const IMPERIAL = new Set(["US", "LR", "MM"]);

const findCurrencyNames = cachePerKey(() => new Intl.DisplayNames("en", { type: "currency", fallback: "code" }));

const policy = (name: PolicyName) => (_: unknown, __: unknown, context: RequestContext) =>
  context.snapshot.shop.policies[name];

/** Resolvers of the shop. */
export const shopTypes = {
  Shop: {
    id: () => globalId("Shop", 1),
    name: (_: unknown, __: unknown, { snapshot }: RequestContext) => snapshot.shop.name,
    description: (_: unknown, __: unknown, { snapshot }: RequestContext) => snapshot.shop.description,
    moneyFormat: (_: unknown, __: unknown, { snapshot: { settings } }: RequestContext) =>
      settings.moneyFormat ?? toMoneyFormat(settings.currency),
    paymentSettings: (_: unknown, __: unknown, context: RequestContext) => ({
      countryCode: context.snapshot.settings.country,
      currencyCode: currencyOf(context),
      enabledPresentmentCurrencies: [currencyOf(context)],
    }),
    primaryDomain: (_: unknown, __: unknown, { publicUrl }: RequestContext) => {
      const { host, protocol } = new URL(publicUrl);
      return { host, sslEnabled: protocol === "https:", url: publicUrl };
    },
    privacyPolicy: policy("privacyPolicy"),
    refundPolicy: policy("refundPolicy"),
    termsOfService: policy("termsOfService"),
    shipsToCountries: (_: unknown, __: unknown, { snapshot }: RequestContext) =>
      listShippingCountries(snapshot.settings.shipping).map(({ code }) => code),
  },
  ShopPolicy: {
    id: ({ id }: Policy) => globalId("ShopPolicy", id),
    body: ({ body }: Policy, _: unknown, { cost }: RequestContext) => cost.addText(body),
    url: ({ path }: Policy, _: unknown, { publicUrl }: RequestContext) => `${publicUrl}${path}`,
  },
  Localization: {
    availableCountries: (_: unknown, __: unknown, context: RequestContext) =>
      listShippingCountries(context.snapshot.settings.shipping).map(({ code }) => countryOf(code, context)),
    availableLanguages: () => [LANGUAGE],
    country: (_: unknown, __: unknown, context: RequestContext) =>
      countryOf(context.snapshot.settings.country, context),
    language: () => LANGUAGE,
  },
};

function countryOf(isoCode: string, context: RequestContext) {
  const code = currencyOf(context);
  return {
    isoCode,
    name: countryName(isoCode),
    availableLanguages: [LANGUAGE],
    currency: { isoCode: code, name: findCurrencyNames().of(code), symbol: symbolOf(code) },
    unitSystem: IMPERIAL.has(isoCode) ? "IMPERIAL_SYSTEM" : "METRIC_SYSTEM",
  };
}

function symbolOf(currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
}
