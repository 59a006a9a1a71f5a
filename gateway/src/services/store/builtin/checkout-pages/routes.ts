import { type Context, Hono } from "hono";
import { compress } from "../../../../http/compress.ts";
import { defaultHeaders } from "../../../../http/default-headers.ts";
import { plainPageHeaders } from "../../../../http/security-headers.ts";
import { OverBudgetError } from "../../../../lib/scheduler.ts";
import type { Client } from "../../../shared/caller.ts";
import { documentOf, type Frame, type Markup, messagePage } from "../../../shared/plain-page/document.ts";
import { createStylesheet } from "../../../shared/plain-page/stylesheet.ts";
import type { Checkout, CheckoutKey } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import { isToBePaidByCard } from "../orders/order-rules.ts";
import { statusPathOf } from "../orders/status-path.ts";
import { withdrawableLines } from "../orders/withdrawal-rules.ts";
import type { CardPayments } from "../payments/card-payments.ts";
import { type CheckoutPagesOptions, createActions, type FormResult } from "./actions.ts";
import { checkoutPage, type Shown } from "./checkout-page.ts";
import { type Form, field, readForm, wholeNumber } from "./form.ts";
import { statusPage } from "./status-page.ts";
import { requestedStep, stepPath, unpaidReturnPath } from "./steps.ts";
import { withdrawBy } from "./withdrawal-action.ts";
import { readWithdrawal, type WithdrawalShown, withdrawalPage } from "./withdrawal-page.ts";
import { withdrawalTitle } from "./withdrawal-words.ts";
import * as words from "./words.ts";

/** The client, which the gateway sets for each request. */
export type CheckoutVariables = { Variables: { client: Client } };

const STYLES = ["page.css", "form.css", "order.css", "withdrawal.css", "media.css"].map(
  (name) => new URL(`./${name}`, import.meta.url),
);

/**
 * The checkout as server-rendered pages, to be mounted at `/checkout`. They work without script: every change is a
 * form. The response is a redirect, or the same page with errors.
 */
export function createCheckoutPages(options: CheckoutPagesOptions): Hono<CheckoutVariables> {
  const { checkouts, orders, cards, catalogue, scheduler, isMailSent } = options;
  const stylesheet = createStylesheet("/checkout/checkout.css", STYLES);
  const actions = createActions(options);
  const actOf = new Map(Object.entries(actions.forms));
  const takesCards = cards !== undefined;
  const headers = plainPageHeaders(takesCards ? ["https://checkout.stripe.com"] : []);
  const pages = new Hono<CheckoutVariables>();

  const frame = (): Frame => {
    const { stylesheets, ...theme } = options.pageTheme();
    return {
      artistName: options.shopName(),
      stylesheets: [...stylesheets, stylesheet.address],
      ...theme,
      back: { path: "/shop", words: words.backToShop },
      kind: "checkout",
    };
  };
  const message = ({ title, sentence }: { title: string; sentence: string }) =>
    messagePage(frame(), title, sentence, { path: "/shop", words: words.toShop });
  const draw = (c: Context, markup: Markup, status: 200 | 404 | 415 | 422 | 429 = 200) => c.html(markup, status);
  const missing = (c: Context) =>
    // The response is the same for a checkout that never existed, has expired, or belongs to another client.
    draw(c, message(words.messages.missing), 404);

  function show(c: Context, checkout: Checkout, shown: Shown): Response | Promise<Response> {
    if (checkout.lines.length === 0) {
      return draw(c, message(words.messages.empty));
    }
    const { settings, shop } = catalogue.current();
    const { refundPolicy } = shop.policies;
    const main = checkoutPage(checkout, { settings, refundPolicy, cards }, shown);
    const title = words.stepPageTitle(shown.step);
    // The page shows a rejected form again, with the typed values.
    if (shown.form === undefined) return draw(c, documentOf(frame(), title, main));
    const rejected = documentOf(frame(), words.titleWithErrors(title), main);
    if (shown.retryAfterSeconds === undefined) return draw(c, rejected, 422);
    c.header("Retry-After", String(shown.retryAfterSeconds));
    return draw(c, rejected, 429);
  }

  async function respond(c: Context, which: CheckoutKey, result: FormResult): Promise<Response> {
    if (result.kind === "missing") return missing(c);
    if (result.kind === "go") return c.redirect(result.to, 303);
    const checkout = checkouts.find(which);
    if (!checkout) return missing(c);
    if (checkout.order) return c.redirect(statusPathOf(checkout.order), 303);
    return show(c, checkout, result.shown);
  }

  pages.use(compress);
  pages.use(defaultHeaders(headers));

  pages.get("/checkout.css", (c) => stylesheet.respond(c.req.raw));

  pages.use(async (c, next) => {
    try {
      return await scheduler.run(c.get("client").key, () => next());
    } catch (error) {
      if (!(error instanceof OverBudgetError)) throw error;
      c.header("Retry-After", String(error.retryAfterSeconds));
      return draw(c, message(words.messages.busy), 429);
    }
  });

  pages.post("/stripe/webhook", async (c) => {
    if (!cards) return c.text("Card payments are not set up here.", 404);
    const { status } = await cards.webhook(await c.req.text(), c.req.header("Stripe-Signature"));
    return c.text(status === 200 ? "Taken." : "The signature does not fit.", status);
  });

  pages.get("/cart/:token", async (c) => {
    const checkout = await checkouts.ofCart(c.req.param("token"));
    if (!checkout) {
      return draw(c, message(words.messages.noCart), 404);
    }
    // The address names the step, so that the browser's Back leads to this step again, and not to the latest one.
    return c.redirect(stepPath(checkout, requestedStep(undefined, checkout)), 303);
  });

  pages.get("/orders/:id", async (c) => {
    const order = findOrder(c, c.req.query("key"));
    if (!order) return missing(c);
    const latest = cards ? await cards.settle(order) : order;
    return showOrder(c, latest);
  });

  pages.post("/orders/:id/pay", async (c) => {
    const form = await formOf(c);
    const order = form && findOrder(c, field(form, "key"));
    if (!order) return missing(c);
    const latest = cards ? await cards.settle(order) : order;
    if (!cards || !isToBePaidByCard(latest)) return c.redirect(statusPathOf(latest), 303);
    return payByCard(c, cards, latest);
  });

  pages.post("/orders/:id/another-way", async (c) => {
    const form = await formOf(c);
    const order = form && findOrder(c, field(form, "key"));
    if (!order) return missing(c);
    const latest = cards ? await cards.abandon(order) : order;
    if (cards && isToBePaidByCard(latest)) return showOrder(c, latest, words.cardNotGivenUp);
    const which = latest.payment.status === "voided" ? checkouts.ofOrder(latest) : undefined;
    return c.redirect(which ? unpaidReturnPath(which, latest) : statusPathOf(latest), 303);
  });

  pages.get("/orders/:id/withdraw", (c) => {
    const order = findOrder(c, c.req.query("key"));
    if (!order) return missing(c);
    const now = options.clock();
    if (withdrawableLines(order, now).length === 0) return c.redirect(statusPathOf(order), 303);
    return showWithdrawal(c, order, { now, isMailSent, from: wholeNumber(c.req.query("from") ?? "") ?? 0 });
  });

  pages.post("/orders/:id/withdraw", async (c) => {
    const form = await formOf(c);
    const order = form && findOrder(c, field(form, "key"));
    if (!order) return missing(c);
    const result = await withdrawBy(form, order, c.get("client").key, options);
    if (result.kind === "done") return c.redirect(statusPathOf(order), 303);
    const { errors, retryAfterSeconds } = result;
    if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
    const shown = { now: options.clock(), isMailSent, from: readWithdrawal(form).from, form, errors };
    return showWithdrawal(c, order, shown, retryAfterSeconds === undefined ? 422 : 429);
  });

  pages.get("/:token", async (c) => {
    const which = { token: c.req.param("token"), key: c.req.query("key") ?? "" };
    let checkout = checkouts.find(which);
    if (!checkout) return missing(c);
    const cancelled = c.req.query("cancelled");
    // The address may be an old one. Only the order that it names is given up.
    if (checkout.order && cards && cancelled === String(checkout.order.number)) {
      await cards.abandon(checkout.order);
      checkout = checkouts.find(which) ?? checkout;
    }
    if (checkout.order) return c.redirect(statusPathOf(checkout.order), 303);
    const step = requestedStep(c.req.query("step"), checkout);
    return show(c, checkout, { step, page: requestedPage(c), errors: cancelled ? { "": words.notPaid } : {} });
  });

  pages.post("/:token/:action{.+}", async (c) => {
    const { token, action } = c.req.param();
    const act = actOf.get(action);
    if (!act) return missing(c);
    const form = await formOf(c);
    if (!form) return draw(c, message(words.messages.noForm), 415);
    const which = { token, key: field(form, "key") };
    return respond(c, which, await act(which, form, c.get("client").key));
  });

  // A buyer has opened the address of a form again, for example from the browser's history.
  pages.get("/orders/:id/:action", (c) => {
    const order = findOrder(c, c.req.query("key"));
    return order ? c.redirect(statusPathOf(order), 303) : missing(c);
  });
  pages.get("/:token/:action{.+}", (c) => {
    const { token, action } = c.req.param();
    const which = { token, key: c.req.query("key") ?? "" };
    return actOf.has(action) && checkouts.find(which) ? c.redirect(stepPath(which), 303) : missing(c);
  });

  pages.all("*", missing);

  /** Parses the body; undefined if it is not a form. */
  async function formOf(c: Context): Promise<Form | undefined> {
    const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/x-www-form-urlencoded") return undefined;
    const body = await c.req.text();
    await scheduler.current()?.resume();
    return readForm(body);
  }

  function findOrder(c: Context, key: string | undefined): Order | undefined {
    const id = wholeNumber(c.req.param("id") ?? "");
    return id === undefined ? undefined : orders.byStatusKey(id, key ?? "");
  }

  function showWithdrawal(c: Context, order: Order, shown: WithdrawalShown, status: 200 | 422 | 429 = 200) {
    const title = withdrawalTitle(order.number);
    const main = withdrawalPage(order, shown);
    return draw(c, documentOf(frame(), status === 200 ? title : words.titleWithErrors(title), main), status);
  }

  function showOrder(c: Context, order: Order, problem?: string): Response | Promise<Response> {
    const main = statusPage(order, {
      snapshot: catalogue.current(),
      takesCards,
      now: options.clock(),
      page: requestedPage(c),
      isMailSent,
      ...(problem && { problem }),
    });
    const title = words.orderNumber(order.number);
    if (problem === undefined) return draw(c, documentOf(frame(), title, main));
    return draw(c, documentOf(frame(), words.titleWithErrors(title), main), 422);
  }

  async function payByCard(c: Context, processor: CardPayments, order: Order): Promise<Response> {
    const begun = await actions.beginCard(processor, order);
    if (begun.ok) return c.redirect(begun.url, 303);
    const problem = `${words.cardErrors[begun.reason]} ${words.nextOnOrderPage[begun.reason]}`;
    if (begun.reason === "unreachable") return showOrder(c, order, problem);
    // The buyer may have paid for the order, or given it up, in another tab.
    const latest = await processor.settle(order);
    if (!isToBePaidByCard(latest)) return c.redirect(statusPathOf(latest), 303);
    return showOrder(c, latest, problem);
  }

  return pages;
}

/** The requested page of the list of lines, from 1. */
function requestedPage(c: Context): number {
  return wholeNumber(c.req.query("page") ?? "") ?? 1;
}
