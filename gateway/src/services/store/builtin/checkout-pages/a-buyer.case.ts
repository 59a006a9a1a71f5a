import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { createScheduler } from "../../../../lib/scheduler.ts";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import { aStore, type TestStore } from "../a-store.case.ts";
import type { CatalogueOverrides } from "../catalogue/a-catalogue.case.ts";
import { done, linesOf, NOTHING } from "../checkout/a-checkout.case.ts";
import type { Checkout, CheckoutKey } from "../checkout/checkouts.ts";
import { createCardPayments } from "../payments/card-payments.ts";
import { FAKE_SECRETS, type FakeStripe, startFakeStripe } from "../payments/fake-stripe.case.ts";
import type { CheckoutPagesOptions } from "./actions.ts";
import { type CheckoutVariables, createCheckoutPages } from "./routes.ts";
import { stepPath } from "./steps.ts";

/** A page in a browser without script. */
export type Page = {
  status: number;
  headers: Headers;
  html: string;
  /** The visible text, with normalised white space. */
  words: string;
  /** The address of the redirect. */
  location: string | null;
};

/** An address in the form's fields. */
export const ADDRESS = {
  email: "ann@example.com",
  how: "send",
  country: "CA",
  firstName: "Ann",
  lastName: "Lee",
  address1: "1 Pier Road",
  city: "Port Dover",
  province: "Ontario",
  zip: "N0A 1N1",
};

/** The form's fields for a pickup at a show. */
export const AT_A_SHOW = { email: "ann@example.com", how: "at-a-show", firstName: "Ann", lastName: "Lee" };

/** A store and a buyer. */
export async function aShop(
  overrides: CatalogueOverrides = {},
  options: Partial<
    Pick<CheckoutPagesOptions, "cards" | "orderLimit" | "withdrawalLimit" | "isMailSent" | "scheduler">
  > = {},
) {
  const store = await aStore(overrides);
  return { store, buyer: aBuyer(store, options) };
}

/** A shop with card payments at a fake processor, and what it logs about them. */
export async function aShopWithCards(
  overrides: CatalogueOverrides = {},
  limits: Partial<Pick<CheckoutPagesOptions, "orderLimit">> = {},
) {
  const stripe: FakeStripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  const store = await aStore(overrides);
  const logged: { fields: object; message: string }[] = [];
  const note = (fields: object, message: string) => void logged.push({ fields, message });
  const cards = createCardPayments({
    stripe: { ...FAKE_SECRETS, apiUrl: stripe.url },
    data: store.data,
    orders: store.orders,
    shopName: () => "Harbour Line",
    site: () => "site of the test",
    emailLostOrder: () => {
      throw new Error("no order of this test is lost");
    },
    emailRefusedRefund: () => {
      throw new Error("no refund of this test is refused");
    },
    emailFailedRefund: () => {
      throw new Error("no refund of this test fails later");
    },
    clock: store.clock,
    log: { warn: note, error: note },
  });
  return { store, stripe, cards, logged, buyer: aBuyer(store, { cards, ...limits }) };
}

/** A new checkout with one line. */
export async function aCheckoutWith(
  store: TestStore,
  handle = "record",
  quantity = 1,
  title?: string,
): Promise<Checkout> {
  return done(await store.checkouts.create({ ...NOTHING, lines: linesOf(store, handle, quantity, title) }));
}

/** A complete checkout, with shipping to Ontario. */
export async function aReadyCheckout(store: TestStore, handle?: string, quantity?: number): Promise<Checkout> {
  const checkout = await aCheckoutWith(store, handle, quantity);
  const { email, how: _, ...address } = ADDRESS;
  done(await store.checkouts.setEmail(checkout, email));
  done(await store.checkouts.setAddress(checkout, address));
  return done(await store.checkouts.setDelivery(checkout, "canada-parcel"));
}

function aBuyer(
  store: TestStore,
  {
    cards,
    orderLimit,
    withdrawalLimit,
    isMailSent = true,
    scheduler = createScheduler({}),
  }: Parameters<typeof aShop>[1] = {},
) {
  const pages = new Hono<CheckoutVariables>();
  pages.use(async (c, next) => {
    c.set("client", TEST_CLIENT);
    await next();
  });
  const checkoutPages = createCheckoutPages({
    ...store,
    cards,
    orderLimit,
    withdrawalLimit,
    isMailSent,
    publicUrl: "https://artist.example",
    scheduler,
    shopName: () => "Harbour Line",
    pageTheme: () => ({ stylesheets: ["/assets/every-page.css"], themeColour: "#d83b65", ground: "dusk" }),
  });
  pages.route("/", checkoutPages);

  /** Requests an address under `/checkout`. @returns the bytes of the response */
  const raw = async (path: string, init?: RequestInit) => pages.request(path.replace(/^\/checkout/, ""), init);

  /** Requests an address under `/checkout`. */
  async function ask(path: string, init?: RequestInit): Promise<Page> {
    const response = await raw(path, init);
    const html = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      html,
      words: wordsOf(html),
      location: response.headers.get("Location"),
    };
  }

  /** Opens an address and follows redirects. */
  async function open(path: string): Promise<Page> {
    const page = await ask(path);
    return page.location?.startsWith("/") ? open(page.location) : page;
  }

  /** Sends fields to an address, like a form. */
  function post(path: string, fields: Record<string, string> | [string, string][]): Promise<Page> {
    return ask(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  return {
    raw,
    ask,
    open,
    post,
    openCheckout: (which: CheckoutKey, step?: "contact" | "delivery" | "payment") => open(stepPath(which, step)),
    /** Sends a form of a page with its fields, and follows redirects. */
    async submit(page: Page, action: RegExp, typed: Record<string, string> = {}): Promise<Page> {
      const form = formsOf(page).find((one) => action.test(one.action));
      if (!form) throw new Error(`There is no such form: ${action} on: ${page.words}`);
      const answer = await post(form.action, { ...form.fields, ...typed });
      return answer.location?.startsWith("/") ? open(answer.location) : answer;
    },
  };
}

/** The forms of a page, each with its path and the fields that a browser would send. */
export function formsOf({ html }: Pick<Page, "html">): { action: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form method="post" action="([^"?]*)[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = "", inside = ""]) => {
      if (inside.includes("<form")) throw new Error("A form is inside another form");
      const fields: Record<string, string> = {};
      for (const [tag] of inside.matchAll(/<input[^>]*>/g)) {
        const isOff = /type="(radio|checkbox)"/.test(tag) && !/ checked/.test(tag);
        if (!isOff) fields[attribute(tag, "name")] = attribute(tag, "value");
      }
      for (const [, name = "", options = ""] of inside.matchAll(/<select[^>]*name="([^"]*)".*?>(.*?)<\/select>/gs)) {
        const chosen = /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
        fields[name] = plain(chosen?.[1] ?? "");
      }
      for (const [, name = "", text = ""] of inside.matchAll(
        /<textarea[^>]*name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs,
      )) {
        fields[name] = plain(text);
      }
      return { action: plain(action), fields };
    },
  );
}

function attribute(tag: string, name: string): string {
  return plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function wordsOf(html: string): string {
  const body = html.replace(/^.*<body/s, "<body");
  return plain(body.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .replace(/ ([.,:])/g, "$1")
    .trim();
}

function plain(text: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => signs[name] ?? "");
}
