import { formsOf } from "../../../services/store/builtin/checkout-pages/a-buyer.case.ts";
import { newPurchase, type Purchase } from "../books.ts";
import { type Answer, Unanswered } from "../client.ts";
import type { Dice } from "../dice.ts";
import { Refused, type Scene } from "../scene.ts";
import { expectStatus, Unexpected } from "./expect-status.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
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

/** A fan buys something: from the shop's list to the page of the order. Some lose patience when an answer stays out. */
export async function buy(scene: Scene, dice: Dice, from: string, visit: number): Promise<void> {
  const purchase = newPurchase(scene.books, `buyer-${visit}@example.com`);
  const cart = await fillCart(scene, dice, from);
  if (cart === undefined) return;
  purchase.lines = cart.lines.edges.map(({ node }) => ({
    variantId: Number(node.merchandise.id.split("/").at(-1)),
    quantity: node.quantity,
  }));
  const checkout = new URL(cart.checkoutUrl).pathname;
  try {
    await checkOut(scene, dice, from, checkout, purchase);
  } catch (error) {
    // Whoever opens the checkout again comes to the step that is next, or to the order.
    if (!(error instanceof Unanswered) || dice.happens(0.3)) throw error;
    await checkOut(scene, dice, from, checkout, purchase);
  } finally {
    purchase.isBusy = false;
  }
}

async function fillCart(scene: Scene, dice: Dice, from: string): Promise<Cart | undefined> {
  const { products } = await query<Products>(scene, from, PRODUCTS, {});
  const onSale = products.edges
    .flatMap(({ node }) => node.variants.edges.map((edge) => edge.node))
    .filter(({ availableForSale }) => availableForSale);
  const line = () => ({ merchandiseId: onSale[dice.below(onSale.length)]?.id, quantity: 1 + dice.below(2) });
  const { cartCreate } = await query<{ cartCreate: Changed }>(scene, from, CART_CREATE, { input: { lines: [line()] } });
  if (cartCreate.cart === null || dice.happens(0.6)) return goOnWith(scene, cartCreate);
  const variables = { id: cartCreate.cart.id, lines: [line()] };
  return goOnWith(scene, (await query<{ cartLinesAdd: Changed }>(scene, from, CART_LINES_ADD, variables)).cartLinesAdd);
}

/** The cart, unless the last piece went to somebody else in the meantime. */
function goOnWith(scene: Scene, { cart, userErrors }: Changed): Cart | undefined {
  if (cart === null) scene.note(`No cart: ${JSON.stringify(userErrors)}`);
  return cart !== null && userErrors.length === 0 && cart.lines.edges.length > 0 ? cart : undefined;
}

async function query<T>(scene: Scene, from: string, text: string, variables: object): Promise<T> {
  const { accessToken, apiVersion } = scene.config.storefront;
  const answer = await scene.ask({
    path: `/api/${apiVersion}/graphql.json`,
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Shopify-Storefront-Access-Token": accessToken },
    body: JSON.stringify({ query: text, variables }),
    from,
  });
  expectStatus(answer, 200, "a question to the store");
  // Our own store answers what its schema says.
  const { data, errors } = JSON.parse(answer.text) as { data?: T; errors?: unknown };
  if (errors !== undefined && scene.stretch.mayRefuse && answer.text.includes("INTERNAL_SERVER_ERROR")) {
    // The wire has no other word for it.
    scene.stretch.refused += 1;
    throw new Refused(answer.text);
  }
  if (data === undefined || errors !== undefined) throw new Unexpected(`The store said: ${answer.text.slice(0, 300)}`);
  return data;
}

async function checkOut(scene: Scene, dice: Dice, from: string, path: string, purchase: Purchase): Promise<void> {
  const isSent = dice.happens(0.6);
  let page: Answer | undefined = await follow(scene, from, await scene.ask({ path, from }), purchase);
  // Contact, delivery, payment: three steps at most, unless something is wrong with one.
  for (let step = 0; step < 4 && page !== undefined && purchase.id === undefined; step += 1) {
    page = await submitStep(scene, from, page, purchase, isSent);
  }
}

/** Fills in the form of a step and sends it. @returns the next page; undefined when there is nothing to go on with */
async function submitStep(
  scene: Scene,
  from: string,
  page: Answer,
  purchase: Purchase,
  isSent: boolean,
): Promise<Answer | undefined> {
  const form = formsOf({ html: page.text }).find(({ action }) => /\/(contact|delivery|place)$/.test(action));
  if (form === undefined) {
    if (!NOT_ENOUGH.test(page.text)) scene.note(`A page of the checkout has no form: ${wordsOf(page)}`);
    return undefined;
  }
  const fields = { ...form.fields, ...typedInto(form.action, form.fields, purchase, isSent) };
  const body = new URLSearchParams(fields).toString();
  const send = () => scene.ask({ path: form.action, method: "POST", headers: FORM, body, from });
  const isLast = form.action.endsWith("/place");
  if (isLast) purchase.total = Number(form.fields.expectedTotal);
  const answer = isLast ? await place(scene, purchase, send) : await send();
  if (answer.status === 422) {
    if (!NOT_ENOUGH.test(answer.text)) scene.note(`${form.action}: ${wordsOf(answer)}`);
    return undefined;
  }
  return follow(scene, from, answer, purchase);
}

/** Sends the order off. From then on there may be one, unless the site says that there is none. */
async function place(scene: Scene, purchase: Purchase, send: () => Promise<Answer>): Promise<Answer> {
  const { isSent } = purchase;
  if (!isSent) scene.books.wanted.orders += 1;
  purchase.isSent = true;
  try {
    const answer = await send();
    if (answer.status === 422) purchase.isSent = isSent;
    return answer;
  } catch (error) {
    if (!(error instanceof Unanswered)) purchase.isSent = isSent;
    throw error;
  }
}

function typedInto(
  action: string,
  fields: Record<string, string>,
  { email }: Purchase,
  isSent: boolean,
): Record<string, string> {
  if (action.endsWith("/place")) return { payment: "interac-e-transfer" };
  if (action.endsWith("/delivery")) return fields.delivery ? {} : { delivery: "canada-tracked-parcel-2-to-7-days" };
  return isSent ? { ...ADDRESS, email, how: "send" } : { email, how: "at-a-show", lastName: ADDRESS.lastName };
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

/** Goes where an answer leads. That it leads to an order is the word that the order is placed. */
async function follow(scene: Scene, from: string, answer: Answer, purchase: Purchase): Promise<Answer> {
  let latest = answer;
  while (latest.status === 303) {
    const { location = "" } = latest.headers;
    const order = ORDER_PATH.exec(location)?.[1];
    if (order !== undefined && purchase.id === undefined) {
      purchase.id = Number(order);
      scene.books.orders.push(purchase);
    }
    latest = await scene.ask({ path: location, from });
  }
  expectStatus(latest, 200, "a page of the checkout");
  return latest;
}

function wordsOf({ status, text }: Answer): string {
  const words = text
    .replace(/^.*<body/s, "<body")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  return `${status} ${words.slice(0, 300)}`;
}
