import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import type { StripeSettings } from "../../config/provider-settings.ts";
import type { EmailLook } from "../../content/identity/email-look.ts";
import type { DataFile } from "../../data/data-file.ts";
import { openListSecret } from "../../data/list-secret.ts";
import { scheduleWrites } from "../../data/scheduled-writes.ts";
import { recurring, repeat } from "../../lib/repeat.ts";
import type { Scheduler } from "../../lib/scheduler.ts";
import type { Audit } from "../shared/audit.ts";
import type { FindUnsent, SendEmail } from "../shared/outgoing-messages.ts";
import type { PageTheme } from "../shared/plain-page/document.ts";
import { deriveAccessToken } from "./access-token.ts";
import { findLowStock } from "./builtin/admin/low-stock.ts";
import { createOrderRoutes } from "./builtin/admin/routes.ts";
import { createCarts } from "./builtin/cart/carts.ts";
import { openClientHash } from "./builtin/cart/client-hash.ts";
import { createCodeGuesses } from "./builtin/cart/code-guesses.ts";
import { type CatalogueOptions, createCatalogue } from "./builtin/catalogue/read-catalogue.ts";
import { createCheckouts } from "./builtin/checkout/checkouts.ts";
import { createCheckoutPages } from "./builtin/checkout-pages/routes.ts";
import type { StoreContext } from "./builtin/context.ts";
import { createOrders } from "./builtin/orders/create-orders.ts";
import {
  createFailedRefundEmail,
  createLostOrderEmail,
  createOrderEmails,
  createRefusedRefundEmail,
  createSummaryEmail,
} from "./builtin/orders/order-emails.ts";
import { createOrderLimits } from "./builtin/orders/order-limit.ts";
import type { Orders } from "./builtin/orders/orders.ts";
import { orderOfCheckout } from "./builtin/orders/stored-orders.ts";
import { type CardPayments, createCardPayments } from "./builtin/payments/card-payments.ts";
import { siteMark } from "./builtin/payments/site-mark.ts";
import { shopProductsOf } from "./builtin/shop-products.ts";
import { createStock, type Stock } from "./builtin/stock/stock.ts";
import type { StoreService } from "./contract.ts";

export type BuiltinStoreOptions = CatalogueOptions & {
  data: DataFile;
  publicUrl: string;
  sendEmail: SendEmail;
  /** Whether a mail server sends emails. Without one, they wait for the owner. */
  isMailSent: boolean;
  /** Absent without a mail server. */
  findUnsent?: FindUnsent | undefined;
  /** Receives notifications of new orders. */
  ownerEmail: string;
  /** Absent without card payments. */
  stripe: StripeSettings | undefined;
  /** The store derives its own public token from this key. */
  anonymousKey: string;
  /** The current theme of the site's pages and its checkout. */
  pageTheme: () => PageTheme;
  emailLook?: () => EmailLook;
  audit: Audit | undefined;
  scheduler: Scheduler;
  /** Whether rate limits are on. */
  limits: boolean;
  /** Finds the time that has certainly come. */
  reachedTime: () => Promise<Date | undefined>;
  /** Milliseconds on a clock that never goes back, for limits. */
  now?: () => number;
  onError: (error: unknown) => void;
};

/**
 * How often the store asks the card processor about payments for which no webhook arrived, for example because the site
 * was down, in milliseconds. Without this, such an order would hold its stock forever.
 */
const SETTLE_PAYMENTS_EVERY_MS = 10 * 60_000;
/** How often the store retries emails about orders that did not fit on the disk, in milliseconds. */
const RETRY_EMAILS_EVERY_MS = 10 * 60_000;
/** How often the store checks unpaid orders for due reminders and for their end, in milliseconds. */
const CHECK_UNPAID_EVERY_MS = 10 * 60_000;
/** Version of the Storefront API that the site's cart speaks. */
const STOREFRONT_API_VERSION = "2022-10";

/**
 * The store of the data file and the owner's `content/store`, with the Storefront API.
 *
 * @throws {ContentError} when the owner's files cannot be used
 */
export async function createBuiltinStore(
  options: BuiltinStoreOptions,
): Promise<StoreService & { stop(): Promise<void> }> {
  const { publicUrl, clock, scheduler, limits, now = () => performance.now() } = options;
  const data = scheduleWrites(options.data, scheduler);
  const catalogue = createCatalogue(options);
  const stock = await createStock(data, catalogue);
  const context: StoreContext = { data, catalogue, stock, clock };
  const timeZone = () => catalogue.current().settings.timeZone;
  const contactEmail = () => catalogue.current().settings.contactEmail;
  const hashClient = await openClientHash(data);
  const orders = createOrders({
    ...context,
    stock,
    hashClient,
    sendEmails: createOrderEmails({ ...options, timeZone, contactEmail }),
    sendSummary: createSummaryEmail(options),
  });
  const guesses = createCodeGuesses({ limits, now });
  const carts = createCarts({ ...context, guesses, hashClient });
  const checkouts = createCheckouts({ ...context, guesses, hashClient, findOrder: orderOfCheckout });
  const cards = options.stripe && (await openCardPayments(options, options.stripe, orders));
  const settling = cards && recurring(SETTLE_PAYMENTS_EVERY_MS, cards.settleOverdue);
  const endRetries = repeat(RETRY_EMAILS_EVERY_MS, () => {
    try {
      orders.sendDueEmails();
    } catch (error) {
      // An error thrown in a timer would end the process. The data file may be readable again in ten minutes.
      options.onError(error);
    }
  });
  const checkUnpaid = async () => {
    // No order may end because the clock is ahead: its buyer gets an email, and an ended order stays ended.
    const reached = await options.reachedTime();
    await (reached ? orders.doWhatIsDue(reached) : orders.writeSummary());
  };
  const checkingUnpaid = recurring(CHECK_UNPAID_EVERY_MS, () => checkUnpaid().catch(options.onError));
  const accessToken = deriveAccessToken(options.anonymousKey);
  let storefront: Pick<StoreService, "answer" | "findPrepared"> | undefined;
  let loading: Promise<Pick<StoreService, "answer" | "findPrepared">> | undefined;
  // Loading the GraphQL library and its schema takes half of the store's start, and no page needs them.
  const loadStorefront = () => {
    loading ??= import("./builtin/storefront-api/create-storefront.ts").then(({ createStorefront }) => {
      const { onError } = options;
      storefront = createStorefront({
        ...context,
        carts,
        checkouts,
        orders,
        publicUrl,
        accessToken,
        scheduler,
        onError,
      });
      return storefront;
    });
    return loading;
  };

  return {
    answer: async (request) => (storefront ?? (await loadStorefront())).answer(request),
    findPrepared: (request) => storefront?.findPrepared?.(request),
    async warmUp() {
      await loadStorefront();
    },
    products: cachedProducts(context, publicUrl),
    productsIn: (contentDir) =>
      cachedProducts({ catalogue: createCatalogue({ ...options, contentDir }), stock: LISTED_STOCK }, publicUrl),
    problem: catalogue.problem,
    accessToken,
    apiVersion: STOREFRONT_API_VERSION,
    checkoutPages: createCheckoutPages({
      ...options,
      ...context,
      checkouts,
      orders,
      cards,
      ...(limits && createOrderLimits(now)),
      scheduler,
    }),
    orderRoutes: createOrderRoutes({
      orders,
      ...(cards && { refundCard: cards.refund }),
      ...(options.findUnsent && { findUnsent: options.findUnsent }),
      audit: options.audit,
      clock,
      shop: () => catalogue.current().settings,
      lowStock: () => findLowStock(catalogue.current(), stock),
      onError: options.onError,
    }),
    async stop() {
      endRetries();
      await settling?.stop();
      await checkingUnpaid.stop();
      await orders.stop();
    },
  };
}

/** The stock of a preview: what the files say. */
const LISTED_STOCK: Pick<Stock, "isAvailable" | "version"> = {
  isAvailable: ({ listedStock, sellsBeyondStock }) => listedStock === null || listedStock > 0 || sellsBeyondStock,
  version: 0,
};

async function openCardPayments(
  options: BuiltinStoreOptions,
  stripe: StripeSettings,
  orders: Orders,
): Promise<CardPayments> {
  const secret = await openListSecret(options.data);
  return createCardPayments({
    ...options,
    stripe,
    orders,
    site: () => siteMark(secret(), options.publicUrl),
    emailLostOrder: createLostOrderEmail(options),
    emailRefusedRefund: createRefusedRefundEmail(options),
    emailFailedRefund: createFailedRefundEmail(options),
  });
}

/** The products that pages show. The object is the same until something in it changes and pages must be rendered. */
function cachedProducts(
  { catalogue, stock }: Pick<StoreContext, "catalogue"> & { stock: Pick<Stock, "isAvailable" | "version"> },
  publicUrl: string,
): () => ShopProducts {
  let cached: { version: string; text: string; products: ShopProducts } | undefined;
  return () => {
    const snapshot = catalogue.current();
    const version = `${snapshot.version} ${stock.version}`;
    if (cached?.version === version) return cached.products;
    const products = shopProductsOf(snapshot, stock, publicUrl);
    const text = JSON.stringify(products);
    // As long as some pieces are left, a sale changes no page.
    cached = cached?.text === text ? { ...cached, version } : { version, text, products };
    return cached.products;
  };
}
