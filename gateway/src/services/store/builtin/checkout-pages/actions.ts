import type { MailboxLimit } from "../../../../http/mailbox-limit.ts";
import type { Scheduler } from "../../../../lib/scheduler.ts";
import type { PageTheme } from "../../../shared/plain-page/document.ts";
import { CARD } from "../catalogue/store-settings.ts";
import type { CheckoutError } from "../checkout/checkout-edits.ts";
import type { CheckoutKey, CheckoutResult, Checkouts } from "../checkout/checkouts.ts";
import type { StoreContext } from "../context.ts";
import type { Order } from "../model/order.ts";
import type { OrderLimit } from "../orders/order-limit.ts";
import { isToBePaidByCard } from "../orders/order-rules.ts";
import type { Orders, PlacingError } from "../orders/orders.ts";
import { manualPayment } from "../orders/placing-error.ts";
import { statusPathOf } from "../orders/status-path.ts";
import type { CardPayments } from "../payments/card-payments.ts";
import type { Shown } from "./checkout-page.ts";
import { storeContact } from "./contact-action.ts";
import { toFieldErrors, toPlacingErrors } from "./field-errors.ts";
import { type FieldErrors, type Form, field, wholeNumber } from "./form.ts";
import { STEPS, type Step, stepPath, stepsOf, unpaidReturnPath } from "./steps.ts";
import * as words from "./words.ts";

export type CheckoutPagesOptions = StoreContext & {
  checkouts: Checkouts;
  orders: Orders;
  /** Absent without card payments. */
  cards: CardPayments | undefined;
  /** Limits on placing orders; absent when limits are off. */
  orderLimit?: OrderLimit | undefined;
  /** Limits on withdrawals, because each one sends an email; absent when limits are off. */
  withdrawalLimit?: MailboxLimit | undefined;
  /** `https://…` without a slash at its end. */
  publicUrl: string;
  scheduler: Scheduler;
  shopName: () => string;
  /** Whether a mail server sends emails. Without one, they wait for the owner. */
  isMailSent: boolean;
  /** The current theme of the site's pages. */
  pageTheme: () => PageTheme;
};

/** Result of a form: a redirect, the same page with errors, or an unknown checkout. */
export type FormResult = { kind: "go"; to: string } | { kind: "show"; shown: Shown } | { kind: "missing" };

/** @param client the client's key, for which orders are counted */
type Act = (which: CheckoutKey, form: Form, client: string) => Promise<FormResult>;

const MISSING: FormResult = { kind: "missing" };

/** Actions of the forms, by the last part of the path that they are sent to. */
export function createActions(options: CheckoutPagesOptions) {
  const { checkouts, orders, cards, orderLimit, catalogue, stock, publicUrl } = options;
  const toErrors = (errors: readonly CheckoutError[]) => toFieldErrors(errors, catalogue.current().settings);
  const show = (step: Step, form: Form, errors: FieldErrors): FormResult => ({
    kind: "show",
    shown: { step, form, errors },
  });
  const go = (which: CheckoutKey, step?: Step): FormResult => ({ kind: "go", to: stepPath(which, step) });

  /** Redirects back to the form's step. */
  function back(which: CheckoutKey, form: Form, result: CheckoutResult | undefined): FormResult {
    if (!result) return MISSING;
    const step = stepOf(form);
    return result.ok ? go(which, step) : show(step, form, toErrors(result.errors));
  }

  const contact: Act = async (which, form) => {
    const checkout = checkouts.find(which);
    if (!checkout) return MISSING;
    if (checkout.order) return go(which);
    const errors = await storeContact(checkout, form, { checkouts, settings: catalogue.current().settings });
    if (Object.keys(errors).length > 0) return show("contact", form, errors);
    const changed = checkouts.find(which);
    return changed ? go(which, stepsOf(changed)[1]) : MISSING;
  };

  const delivery: Act = async (which, form) => {
    const result = await checkouts.setDelivery(which, field(form, "delivery"));
    if (!result) return MISSING;
    return result.ok ? go(which, "payment") : show("delivery", form, toErrors(result.errors));
  };

  const line: Act = async (which, form) => {
    const id = field(form, "line");
    if (field(form, "do") === "remove") return back(which, form, await checkouts.removeLines(which, [id]));
    const name = `quantity-${id}`;
    const typed = { ...form, [name]: field(form, "quantity") };
    const quantity = wholeNumber(field(form, "quantity"));
    if (quantity === undefined) return show(stepOf(form), typed, { [name]: words.enterWholeNumber });
    const result = await checkouts.updateLines(which, [{ id, quantity }]);
    if (!result || result.ok) return back(which, form, result);
    const above = result.errors.find((error) => error.reason === "above-per-order");
    if (above) {
      const title = pricedLine(which, id)?.variant.product.title ?? words.thisProduct;
      return show(stepOf(form), typed, { [name]: words.abovePerOrder(title, above.most) });
    }
    const isShort = result.errors.some(({ reason }) => reason === "not-enough");
    if (!isShort) return back(which, form, result);
    return show(stepOf(form), typed, { [name]: shortOf(which, id) });
  };

  function pricedLine(which: CheckoutKey, id: string) {
    return checkouts.find(which)?.priced.lines.find(({ line }) => line.id === id);
  }

  function shortOf(which: CheckoutKey, id: string): string {
    const found = pricedLine(which, id);
    const left = found && stock.onHand(found.variant);
    return found && typeof left === "number"
      ? words.shortage(found.variant.product.title, left)
      : words.notThatManyLeft;
  }

  const place: Act = async (which, form, client) => {
    const method = field(form, "payment");
    const reject = (errors: FieldErrors, step: Step = "payment") => show(step, form, errors);
    if (method === CARD && !canPayByCard(which)) return reject(toPlacingErrors({ reason: "no-such-payment" }));
    if (method !== CARD) await giveUpCard(which, method);
    const choice = {
      method,
      // A number that cannot be parsed never equals the total.
      expectedTotal: wholeNumber(field(form, "expectedTotal")) ?? -1,
      expectedDue: wholeNumber(field(form, "expectedDue")) ?? -1,
      expectedCurrency: field(form, "expectedCurrency"),
      beginsAtOnce: field(form, "beginsAtOnce") === "yes",
    };
    const limits = orderLimit && {
      client,
      admit: (email: string, isFree: boolean) => orderLimit(client, email, isFree),
    };
    const placed = await orders.place(which, choice, limits);
    if (!placed) return MISSING;
    if (!placed.ok) return rejectedPlacing(which, form, placed.error);
    const { order } = placed;
    // If the buyer chose another payment, but the card payment could not be ended, the order's page says so.
    if (!cards || method !== CARD || !isToBePaidByCard(order)) return { kind: "go", to: statusPathOf(order) };
    const begun = await beginCard(cards, order, which);
    if (begun.ok) return { kind: "go", to: begun.url };
    await cards.abandon(order);
    return reject({ payment: `${words.cardErrors[begun.reason]} ${words.nextWhenPlacing[begun.reason]}` });
  };

  function rejectedPlacing(which: CheckoutKey, form: Form, error: PlacingError): FormResult {
    const canPayNow = error.reason === "held-unpaid" && field(form, "payment") !== CARD && canPayByCard(which);
    const errors = { ...toPlacingErrors(error), ...(canPayNow && { payment: words.payByCardNow }) };
    const shown: Shown = { step: stepFor(error.reason), form, errors };
    if (error.reason === "too-many-orders") shown.retryAfterSeconds = error.retryAfterSeconds;
    return { kind: "show", shown };
  }

  /** Whether a card can pay the due sum. True for an unknown checkout, because the caller rejects it. */
  function canPayByCard(which: CheckoutKey): boolean {
    const checkout = checkouts.find(which);
    return (
      cards !== undefined && (!checkout || cards.takes(checkout.priced.due, catalogue.current().settings.currency))
    );
  }

  /** Ends the card payment of a buyer who went back to an older page and chose another payment there. */
  async function giveUpCard(which: CheckoutKey, method: string): Promise<void> {
    const checkout = checkouts.find(which);
    if (!cards || checkout?.order?.payment.status !== "awaiting-card") return;
    if (manualPayment(checkout, method, catalogue.current().settings)) await cards.abandon(checkout.order);
  }

  /** @param which the checkout to which a buyer returns without paying; without it, they return to the order's page */
  function beginCard(processor: CardPayments, order: Order, which?: CheckoutKey) {
    const status = publicUrl + statusPathOf(order);
    const cancel = which ? `${publicUrl}${unpaidReturnPath(which, order)}` : status;
    return processor.begin(order, { success: status, cancel });
  }

  return {
    beginCard,
    forms: {
      contact,
      delivery,
      line,
      place,
      discount: (async (which, form, client) =>
        back(which, form, await checkouts.applyDiscount(which, field(form, "discount"), client))) satisfies Act,
      "discount/remove": (async (which, form) =>
        back(which, form, await checkouts.removeDiscounts(which, field(form, "code")))) satisfies Act,
      "gift-card": (async (which, form, client) =>
        back(which, form, await checkouts.appendGiftCards(which, [field(form, "giftCard")], client))) satisfies Act,
      "gift-card/remove": (async (which, form) =>
        back(which, form, await checkouts.removeGiftCard(which, wholeNumber(field(form, "id")) ?? -1))) satisfies Act,
    } as const,
  };
}

/** The step that a form belongs to. */
function stepOf(form: Form): Step {
  return STEPS.find((step) => step === field(form, "step")) ?? "payment";
}

/** The step where the buyer can correct an error. */
function stepFor(reason: string): Step {
  if (["no-email", "no-address", "no-place", "pickup-gone"].includes(reason)) return "contact";
  return reason === "no-delivery" ? "delivery" : "payment";
}
