import { vi } from "vitest";

type Line = { id: string; variantId: string; quantity: number };
type Cart = {
  id: string;
  lines: Line[];
  countryCode: string;
  /** Number of changes, 0 by default. */
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

/** A Storefront endpoint for carts that answers `fetch`. */
export type FakeStore = {
  carts: Map<string, Cart>;
  /** Names of the received operations, in order. */
  operations: string[];
  /** Countries and languages of the operations. */
  contexts: { country: string | undefined; language: string | undefined }[];
  /** Pieces by variant; unlimited by default. */
  stock: Map<string, number>;
  prices: Map<string, string>;
  notOnSale: Set<string>;
  /** Responses by operation, instead of the store's own. */
  responses: Map<string, () => Response | Promise<Response>>;
  /** The valid token, which `/config.json` has. */
  token: string;
  /** Whether the network fails. */
  isDown: boolean;
  /** Whether a response to a rejected line has no cart, as in some stores. */
  hidesCartOnRejection: boolean;
  /** Domain of a hosted shop. */
  shopDomain?: string;
  /** Default country of its buyers. Without it, the store responds with an error. */
  shopCountry?: string;
  /** Changes quantities of the first cart as a buyer does on the checkout pages; 0 removes a line. */
  changeAtCheckout: (...changes: [variantId: string, quantity: number][]) => void;
  quantities: () => [variantId: string, quantity: number][];
};

/** Replaces `fetch` by a fake store. If it rejects a line, it rejects the whole change. */
export function openFakeStore(): FakeStore {
  const store: FakeStore = {
    carts: new Map(),
    operations: [],
    contexts: [],
    stock: new Map(),
    prices: new Map(),
    notOnSale: new Set(),
    responses: new Map(),
    token: "token",
    isDown: false,
    hidesCartOnRejection: false,
    changeAtCheckout(...changes) {
      const [cart] = store.carts.values();
      if (!cart) throw new Error("There is no cart to check out");
      const quantities = new Map(changes);
      cart.lines = cart.lines
        .map((line) => ({ ...line, quantity: quantities.get(line.variantId) ?? line.quantity }))
        .filter(({ quantity }) => quantity > 0);
      cart.changes = (cart.changes ?? 0) + 1;
    },
    quantities: () => [...store.carts.values()].flatMap(({ lines }) => lines.map((l) => [l.variantId, l.quantity])),
  };
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    // Responses are asynchronous, as over a network.
    await new Promise((resolve) => setTimeout(resolve));
    if (store.isDown) throw new TypeError("Failed to fetch");
    if (url === "/config.json") {
      const storefront = { domain: "artist.example", accessToken: store.token, apiVersion: "2022-10" };
      const { shopDomain } = store;
      return Response.json({ storefront, services: { store: { hosted: !!shopDomain, shopDomain } } });
    }
    // Browsers do not send the part after "#", and `.json` is optional.
    if (url.replace(/#.*$/, "").replace(/\.json$/, "") !== `${location.origin}/api/2022-10/graphql`)
      return new Response("not found", { status: 404 });
    const headers = new Headers(init?.headers);
    if (headers.get("X-Shopify-Storefront-Access-Token") !== store.token) {
      return Response.json({ errors: [{ message: "no", extensions: { code: "UNAUTHORIZED" } }] }, { status: 401 });
    }
    // The cast holds: hydrogen-react sends this shape.
    const { query, variables } = JSON.parse(String(init?.body)) as { query: string; variables: Variables };
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
    store.operations.push(name);
    const { country, language } = variables;
    store.contexts.push({ country, language });
    return store.responses.get(name)?.() ?? respond(store, name, variables);
  });
  return store;
}

/** A response with errors only. */
export function errorResponse(message: string): Response {
  return Response.json({ errors: [{ message }] });
}

function respond(store: FakeStore, name: string, variables: Variables): Response {
  if (name === "ShopCountry" && store.shopCountry) {
    return Response.json({ data: { localization: { country: { isoCode: store.shopCountry } } } });
  }
  const field = FIELDS[name];
  if (!field) return errorResponse(`No operation ${name}`);
  if (name === "CartCreate") {
    const cart: Cart = {
      id: `gid://shopify/Cart/${store.carts.size + 1}`,
      lines: [],
      countryCode: variables.input?.buyerIdentity?.countryCode ?? "",
    };
    const isAccepted = addLines(store, cart, variables.input?.lines ?? []);
    if (!isAccepted && store.hidesCartOnRejection) return Response.json({ data: { [field]: { cart: null } } });
    store.carts.set(cart.id, cart);
    return Response.json({ data: { [field]: { cart: toWireCart(store, cart) } } });
  }
  const cart = store.carts.get(variables.id ?? variables.cartId ?? "");
  if (name === "CartQuery") return Response.json({ data: { cart: cart ? toWireCart(store, cart) : null } });
  if (!cart) return Response.json({ data: { [field]: { cart: null } } });
  const isAccepted = change(store, cart, name, variables);
  const isHidden = !isAccepted && store.hidesCartOnRejection;
  return Response.json({ data: { [field]: { cart: isHidden ? null : toWireCart(store, cart) } } });
}

const FIELDS: Record<string, string> = {
  CartQuery: "cart",
  CartCreate: "cartCreate",
  CartLineAdd: "cartLinesAdd",
  CartLineUpdate: "cartLinesUpdate",
  CartLineRemove: "cartLinesRemove",
  CartBuyerIdentityUpdate: "cartBuyerIdentityUpdate",
};

/** @returns false for a rejected change, which changes nothing */
function change(store: FakeStore, cart: Cart, name: string, { lines = [], buyerIdentity }: Variables): boolean {
  cart.changes = (cart.changes ?? 0) + 1;
  if (buyerIdentity) cart.countryCode = buyerIdentity.countryCode;
  // The casts hold: the document of each operation defines which of the three shapes its lines have.
  if (name === "CartLineAdd") return addLines(store, cart, lines as NewLine[]);
  if (name === "CartLineRemove") cart.lines = cart.lines.filter((line) => !(lines as string[]).includes(line.id));
  if (name !== "CartLineUpdate") return true;
  const changed = cart.lines.map((line) => ({ ...line, ...(lines as LineChange[]).find(({ id }) => id === line.id) }));
  return acceptLines(store, cart, changed);
}

function addLines(store: FakeStore, cart: Cart, added: NewLine[]): boolean {
  const lines = cart.lines.map((line) => ({ ...line }));
  for (const { merchandiseId, quantity = 1 } of added) {
    const line = lines.find(({ variantId }) => variantId === merchandiseId);
    if (line) line.quantity += quantity;
    else lines.push({ id: `gid://shopify/CartLine/${merchandiseId}`, variantId: merchandiseId, quantity });
  }
  return acceptLines(store, cart, lines);
}

function acceptLines(store: FakeStore, cart: Cart, lines: Line[]): boolean {
  if (lines.some(({ variantId, quantity }) => quantity > (store.stock.get(variantId) ?? quantity))) return false;
  cart.lines = lines;
  return true;
}

function toWireCart(store: FakeStore, cart: Cart) {
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
