import { vi } from "vitest";

type Line = { id: string; variantId: string; quantity: number };
type Cart = {
  id: string;
  lines: Line[];
  countryCode: string;
  /** How often it was changed since it was made; never where that is absent. */
  changes?: number;
};
type Variables = {
  id?: string;
  cartId?: string;
  input?: { lines?: NewLine[]; buyerIdentity?: { countryCode?: string } };
  lines?: (NewLine | LineChange | string)[];
  buyerIdentity?: { countryCode: string };
  country?: string;
  language?: string;
};
type NewLine = { merchandiseId: string; quantity?: number };
type LineChange = { id: string; quantity: number };

/** A Storefront endpoint behind `fetch`, as far as a cart needs one. */
export type FakeStore = {
  carts: Map<string, Cart>;
  /** Names of the operations that came, in their order. */
  asked: string[];
  /** For which country and in which language they came. */
  contexts: { country: string | undefined; language: string | undefined }[];
  /** Pieces of a variant that are there; as many as anybody wants where none are named. */
  stock: Map<string, number>;
  prices: Map<string, string>;
  notOnSale: Set<string>;
  /** How the next operations of a name are answered in place of the store's own answer. */
  answers: Map<string, () => Response | Promise<Response>>;
  /** The token that it takes, and that `/config.json` names. */
  token: string;
  /** Whether the network is gone. */
  isDown: boolean;
  /** As some stores do, answers a refused line with no cart at all. */
  hidesCartOnRefusal: boolean;
  /** Domain of a hosted shop. */
  shopDomain?: string;
  /** Where its buyers are, unless they say otherwise; it errs about that where none is named. */
  shopCountry?: string;
  /** Changes its first cart at the checkout's own pages: how many of these variants are left, 0 takes one out. */
  changeAtCheckout: (...left: [variantId: string, quantity: number][]) => void;
  quantities: () => [variantId: string, quantity: number][];
};

/** Puts a fake store behind `fetch`. A change with a line that it refuses changes nothing. */
export function openFakeStore(): FakeStore {
  const store: FakeStore = {
    carts: new Map(),
    asked: [],
    contexts: [],
    stock: new Map(),
    prices: new Map(),
    notOnSale: new Set(),
    answers: new Map(),
    token: "token",
    isDown: false,
    hidesCartOnRefusal: false,
    changeAtCheckout(...left) {
      const [cart] = store.carts.values();
      if (!cart) throw new Error("There is no cart to check out");
      const quantities = new Map(left);
      cart.lines = cart.lines
        .map((line) => ({ ...line, quantity: quantities.get(line.variantId) ?? line.quantity }))
        .filter(({ quantity }) => quantity > 0);
      cart.changes = (cart.changes ?? 0) + 1;
    },
    quantities: () => [...store.carts.values()].flatMap(({ lines }) => lines.map((l) => [l.variantId, l.quantity])),
  };
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    // As over a network, an answer never comes before what asked for it has gone on.
    await new Promise((resolve) => setTimeout(resolve));
    if (store.isDown) throw new TypeError("Failed to fetch");
    if (url === "/config.json") {
      const storefront = { domain: "artist.example", accessToken: store.token, apiVersion: "2022-10" };
      const { shopDomain } = store;
      return Response.json({ storefront, services: { store: { hosted: !!shopDomain, shopDomain } } });
    }
    // As on the wire: without what stands behind the "#", and with or without an ending.
    if (url.replace(/#.*$/, "").replace(/\.json$/, "") !== `${location.origin}/api/2022-10/graphql`)
      return new Response("not found", { status: 404 });
    const headers = new Headers(init?.headers);
    if (headers.get("X-Shopify-Storefront-Access-Token") !== store.token) {
      return Response.json({ errors: [{ message: "no", extensions: { code: "UNAUTHORIZED" } }] }, { status: 401 });
    }
    // What hydrogen-react sends.
    const { query, variables } = JSON.parse(String(init?.body)) as { query: string; variables: Variables };
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
    store.asked.push(name);
    const { country, language } = variables;
    store.contexts.push({ country, language });
    return store.answers.get(name)?.() ?? answer(store, name, variables);
  });
  return store;
}

/** An answer of errors alone, as to a request that the store will not understand. */
export function refuse(message: string): Response {
  return Response.json({ errors: [{ message }] });
}

function answer(store: FakeStore, name: string, variables: Variables): Response {
  if (name === "ShopCountry" && store.shopCountry) {
    return Response.json({ data: { localization: { country: { isoCode: store.shopCountry } } } });
  }
  const field = FIELDS[name];
  if (!field) return refuse(`No operation ${name}`);
  if (name === "CartCreate") {
    const cart: Cart = {
      id: `gid://shopify/Cart/${store.carts.size + 1}`,
      lines: [],
      countryCode: variables.input?.buyerIdentity?.countryCode ?? "",
    };
    const isTaken = addLines(store, cart, variables.input?.lines ?? []);
    if (!isTaken && store.hidesCartOnRefusal) return Response.json({ data: { [field]: { cart: null } } });
    store.carts.set(cart.id, cart);
    return Response.json({ data: { [field]: { cart: shown(store, cart) } } });
  }
  const cart = store.carts.get(variables.id ?? variables.cartId ?? "");
  if (name === "CartQuery") return Response.json({ data: { cart: cart ? shown(store, cart) : null } });
  if (!cart) return Response.json({ data: { [field]: { cart: null } } });
  const isTaken = change(store, cart, name, variables);
  const isHidden = !isTaken && store.hidesCartOnRefusal;
  return Response.json({ data: { [field]: { cart: isHidden ? null : shown(store, cart) } } });
}

const FIELDS: Record<string, string> = {
  CartQuery: "cart",
  CartCreate: "cartCreate",
  CartLineAdd: "cartLinesAdd",
  CartLineUpdate: "cartLinesUpdate",
  CartLineRemove: "cartLinesRemove",
  CartBuyerIdentityUpdate: "cartBuyerIdentityUpdate",
};

/** Makes the change, or, where a line is refused, nothing of it. */
function change(store: FakeStore, cart: Cart, name: string, { lines = [], buyerIdentity }: Variables): boolean {
  cart.changes = (cart.changes ?? 0) + 1;
  if (buyerIdentity) cart.countryCode = buyerIdentity.countryCode;
  // The operation's own document says which of the three shapes its lines have.
  if (name === "CartLineAdd") return addLines(store, cart, lines as NewLine[]);
  if (name === "CartLineRemove") cart.lines = cart.lines.filter((line) => !(lines as string[]).includes(line.id));
  if (name !== "CartLineUpdate") return true;
  const changed = cart.lines.map((line) => ({ ...line, ...(lines as LineChange[]).find(({ id }) => id === line.id) }));
  return takeLines(store, cart, changed);
}

function addLines(store: FakeStore, cart: Cart, added: NewLine[]): boolean {
  const lines = cart.lines.map((line) => ({ ...line }));
  for (const { merchandiseId, quantity = 1 } of added) {
    const line = lines.find(({ variantId }) => variantId === merchandiseId);
    if (line) line.quantity += quantity;
    else lines.push({ id: `gid://shopify/CartLine/${merchandiseId}`, variantId: merchandiseId, quantity });
  }
  return takeLines(store, cart, lines);
}

function takeLines(store: FakeStore, cart: Cart, lines: Line[]): boolean {
  if (lines.some(({ variantId, quantity }) => quantity > (store.stock.get(variantId) ?? quantity))) return false;
  cart.lines = lines;
  return true;
}

function shown(store: FakeStore, cart: Cart) {
  return {
    id: cart.id,
    checkoutUrl: `https://artist.example/checkout/cart/${cart.id.split("/").at(-1)}`,
    updatedAt: new Date(cart.changes ?? 0).toISOString(),
    totalQuantity: cart.lines.reduce((sum, line) => sum + line.quantity, 0),
    buyerIdentity: { countryCode: cart.countryCode },
    lines: {
      edges: cart.lines.map(({ id, variantId, quantity }) => ({
        node: {
          id,
          quantity,
          merchandise: {
            id: variantId,
            availableForSale: !store.notOnSale.has(variantId),
            price: { amount: store.prices.get(variantId) ?? "30.0", currencyCode: "CAD" },
          },
        },
      })),
    },
  };
}
