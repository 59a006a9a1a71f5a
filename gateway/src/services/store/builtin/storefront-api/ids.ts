/**
 * Ids on the wire, `gid://shopify/{Type}/{name}?{parameter}={value}`. Source: shopify.dev, "Global IDs in Shopify
 * APIs". Clients store them and send them unchanged.
 */

/** A parsed id: `gid://shopify/Checkout/2f…?key=9a…` has the parameter `key`. */
type GlobalId = { type: string; name: string; parameters: URLSearchParams };

/** Longest accepted id, in characters. The longest id of this store has about 120. */
const MAX_LENGTH = 300;

const FORM = /^gid:\/\/shopify\/([A-Z][A-Za-z]*)\/([\w.~%-]+)(?:\?([\w.~%=&-]*))?$/;

/** Parses an id; undefined when it is malformed. */
export function parseGlobalId(id: string): GlobalId | undefined {
  if (id.length > MAX_LENGTH) return undefined;
  const match = FORM.exec(id);
  if (!match) return undefined;
  const [, type = "", name = "", parameters = ""] = match;
  return { type, name, parameters: new URLSearchParams(parameters) };
}

/** Whether a text has the form of an id. */
export function isGlobalId(id: string): boolean {
  return id.length <= MAX_LENGTH && FORM.test(id);
}

/** Id of something that has a number: `gid://shopify/Product/4711`. */
export function globalId(type: string, name: number | string): string {
  return `gid://shopify/${type}/${name}`;
}

/** Number in an id of this type; undefined if the type differs or there is no number. */
export function numberIn(id: string, type: string): number | undefined {
  const prefix = `gid://shopify/${type}/`;
  if (!id.startsWith(prefix)) return undefined;
  const digits = /^\d{1,16}(?=$|\?)/.exec(id.slice(prefix.length))?.[0];
  const number = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Name in an id of this type, without parameters; undefined when the type differs. */
export function nameIn(id: string, type: string): string | undefined {
  const parsed = parseGlobalId(id);
  return parsed?.type === type ? parsed.name : undefined;
}

/** Id of a checkout. The key is its secret. */
export function checkoutId({ token, key }: { token: string; key: string }): string {
  return `${globalId("Checkout", token)}?key=${key}`;
}

/** Token and key in the id of a checkout. */
export function checkoutKeyIn(id: string): { token: string; key: string } | undefined {
  const parsed = parseGlobalId(id);
  const key = parsed?.parameters.get("key");
  return parsed?.type === "Checkout" && key ? { token: parsed.name, key } : undefined;
}
