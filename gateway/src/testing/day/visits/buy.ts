import { formsOf } from "../../../services/store/builtin/checkout-pages/a-buyer.case.ts";
import type { Random } from "../../random.ts";
import { expectStatus, NoResponse, Unexpected, type VisitorResponse } from "../client.ts";
import { newPurchase, type Purchase } from "../records.ts";
import { Rejected, type TestSite } from "../test-site.ts";

const ORDER_PATH = /^\/checkout\/orders\/(\d+)\?/;
const NOT_ENOUGH = /has sold out|Only \d+ of|not that many left|Your order is empty/;

const PRODUCTS = `{
  products(first: 20) { edges { node { variants(first: 5) { edges { node { id availableForSale } } } } } }
}`;
const CHANGED = `
  cart { id checkoutUrl lines(first: 9) { edges { node { quantity merchandise { ... on ProductVariant { id } } } } } }
  userErrors { message }`;
const CART_CREATE = `mutation($input: CartInput!) { cartCreate(input: $input) { ${CHANGED} } }`;
const CART_LINES_ADD = `mutation($id: ID!, $lines: [CartLineInput!]!) {
  cartLinesAdd(cartId: $id, lines: $lines) { ${CHANGED} }
}`;

type Edges<T> = { edges: { node: T }[] };
type Cart = { id: string; checkoutUrl: string; lines: Edges<{ quantity: number; merchandise: { id: string } }> };
type Products = { products: Edges<{ variants: Edges<{ id: string; availableForSale: boolean }> }> };
type Changed = { cart: Cart | null; userErrors: { message: string }[] };

/** A fan buys something, from the shop's list to the page of the order. Some give up if they get no response. */
export async function buy(site: TestSite, random: Random, from: string, visit: number): Promise<void> {
  const purchase = newPurchase(site.records, `buyer-${visit}@example.com`);
  const cart = await fillCart(site, random, from);
  if (cart === undefined) return;
  purchase.lines = cart.lines.edges.map(({ node }) => ({
    variantId: Number(node.merchandise.id.split("/").at(-1)),
    quantity: node.quantity,
  }));
  const checkout = new URL(cart.checkoutUrl).pathname;
  try {
    await checkOut(site, random, from, checkout, purchase);
  } catch (error) {
    // If the fan opens the checkout again, it leads to the next step or to the order.
    if (!(error instanceof NoResponse) || random.happens(0.3)) throw error;
    await checkOut(site, random, from, checkout, purchase);
  } finally {
    purchase.isBusy = false;
  }
}

async function fillCart(site: TestSite, random: Random, from: string): Promise<Cart | undefined> {
  const { products } = await query<Products>(site, from, PRODUCTS, {});
  const onSale = products.edges
    .flatMap(({ node }) => node.variants.edges.map((edge) => edge.node))
    .filter(({ availableForSale }) => availableForSale);
  const line = () => ({ merchandiseId: onSale[random.below(onSale.length)]?.id, quantity: 1 + random.below(2) });
  const { cartCreate } = await query<{ cartCreate: Changed }>(site, from, CART_CREATE, { input: { lines: [line()] } });
  if (cartCreate.cart === null || random.happens(0.6)) return usableCart(site, cartCreate);
  const variables = { id: cartCreate.cart.id, lines: [line()] };
  return usableCart(site, (await query<{ cartLinesAdd: Changed }>(site, from, CART_LINES_ADD, variables)).cartLinesAdd);
}

/** Returns the cart, unless the product has sold out meanwhile. */
function usableCart(site: TestSite, { cart, userErrors }: Changed): Cart | undefined {
  if (cart === null) site.note(`No cart: ${JSON.stringify(userErrors)}`);
  return cart !== null && userErrors.length === 0 && cart.lines.edges.length > 0 ? cart : undefined;
}

async function query<T>(site: TestSite, from: string, text: string, variables: object): Promise<T> {
  const { accessToken, apiVersion } = site.config.storefront;
  const response = await site.send({
    path: `/api/${apiVersion}/graphql.json`,
    headers: { "X-Shopify-Storefront-Access-Token": accessToken },
    json: { query: text, variables },
    from,
  });
  expectStatus(response, 200, "a query to the store");
  // The query and our own schema determine the shape.
  const { data, errors } = JSON.parse(response.text) as { data?: T; errors?: unknown };
  if (errors !== undefined && site.phase.mayReject && response.text.includes("INTERNAL_SERVER_ERROR")) {
    // The store has no special code for a full disk.
    site.phase.rejected += 1;
    throw new Rejected(response.text);
  }
  if (data === undefined || errors !== undefined)
    throw new Unexpected(`The store answered: ${response.text.slice(0, 300)}`);
  return data;
}

async function checkOut(site: TestSite, random: Random, from: string, path: string, purchase: Purchase): Promise<void> {
  const isSent = random.happens(0.6);
  let page: VisitorResponse | undefined = await follow(site, from, await site.send({ path, from }), purchase);
  // There are three steps: contact, delivery and payment. A fourth one means that the site repeats a step.
  for (let step = 0; step < 4 && page !== undefined && purchase.id === undefined; step += 1) {
    page = await submitStep(site, from, page, purchase, isSent);
  }
}

/** Submits the form of a step. @returns the next page; undefined if there is none */
async function submitStep(
  site: TestSite,
  from: string,
  page: VisitorResponse,
  purchase: Purchase,
  isSent: boolean,
): Promise<VisitorResponse | undefined> {
  const form = formsOf({ html: page.text }).find(({ action }) => /\/(contact|delivery|place)$/.test(action));
  if (form === undefined) {
    if (!NOT_ENOUGH.test(page.text)) site.note(`A page of the checkout has no form: ${plainText(page)}`);
    return undefined;
  }
  const fields = { ...form.fields, ...typedInto(form, page.text, purchase, isSent) };
  const send = () => site.send({ path: form.action, form: fields, from });
  const isLast = form.action.endsWith("/place");
  if (isLast) purchase.total = Number(form.fields.expectedTotal);
  const response = isLast ? await place(site, purchase, send) : await send();
  if (response.status === 422) {
    if (!NOT_ENOUGH.test(response.text)) site.note(`${form.action}: ${plainText(response)}`);
    return undefined;
  }
  return follow(site, from, response, purchase);
}

/** Submits the order. From then on it may exist, unless the site rejects it. */
async function place(
  site: TestSite,
  purchase: Purchase,
  send: () => Promise<VisitorResponse>,
): Promise<VisitorResponse> {
  const { isSubmitted } = purchase;
  if (!isSubmitted) site.records.attempted.orders += 1;
  purchase.isSubmitted = true;
  try {
    const response = await send();
    if (response.status === 422) purchase.isSubmitted = isSubmitted;
    return response;
  } catch (error) {
    if (!(error instanceof NoResponse)) purchase.isSubmitted = isSubmitted;
    throw error;
  }
}

function typedInto(
  { action, fields }: { action: string; fields: Record<string, string> },
  html: string,
  { email }: Purchase,
  isSent: boolean,
): Record<string, string> {
  if (action.endsWith("/place")) return { payment: "interac-e-transfer" };
  if (action.endsWith("/delivery")) return fields.delivery ? {} : { delivery: "canada-tracked-parcel-2-to-7-days" };
  if (isSent) return { ...ADDRESS, email, how: "send" };
  // While there is an upcoming show, its name is offered.
  const [, how = "at-a-show"] = /value="(at-a-show[^"]*)"/.exec(html) ?? [];
  return { email, how, lastName: ADDRESS.lastName };
}

const ADDRESS = {
  country: "CA",
  firstName: "Ann",
  lastName: "Lake",
  address1: "1 Pier Road",
  city: "Goderich",
  province: "Ontario",
  zip: "N7A 1A1",
};

/** Follows redirects. A redirect to an order acknowledges it. */
async function follow(
  site: TestSite,
  from: string,
  response: VisitorResponse,
  purchase: Purchase,
): Promise<VisitorResponse> {
  let latest = response;
  while (latest.status === 303) {
    const { location = "" } = latest.headers;
    const order = ORDER_PATH.exec(location)?.[1];
    if (order !== undefined && purchase.id === undefined) {
      purchase.id = Number(order);
      site.records.orders.push(purchase);
    }
    latest = await site.send({ path: location, from });
  }
  expectStatus(latest, 200, "a page of the checkout");
  return latest;
}

function plainText({ status, text }: VisitorResponse): string {
  const words = text
    .replace(/^.*<body/s, "<body")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  return `${status} ${words.slice(0, 300)}`;
}
