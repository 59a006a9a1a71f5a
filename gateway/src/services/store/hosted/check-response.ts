import type { StoreResponse } from "../contract.ts";
import { STOREFRONT_HEADERS, type StorefrontErrorCode, storefrontErrorBody } from "../errors.ts";
import type { ReadRequest } from "./read-request.ts";
import type { ShopifyResponse } from "./shopify.ts";

/** The result of checking a response of Shopify. */
type ResponseCheck =
  /** The browser gets Shopify's own content. `isWhole`: it has no errors. */
  { kind: "passed"; status: number; headers: Record<string, string>; content: object; isWhole: boolean } | Failure;

/** The browser gets our own response instead of Shopify's; `reason` is for the log. */
export type Failure = { kind: "failed"; answer: StoreResponse; reason: string };

/** Statuses for too many requests; 430 is Shopify's own. Source: shopify.dev, Response status codes. */
const THROTTLED: ReadonlySet<number> = new Set([429, 430]);
const UNREADABLE = "The shop gave a response that cannot be used. Please try again later.";
const UNREACHABLE = "The shop cannot be reached just now. Please try again later.";

/**
 * Checks a response. A response without errors and without the requested data is rejected: the cart's client would
 * mistake it for a completed cart, and delete the visitor's cart.
 */
export function checkResponse(
  { status, retryAfter, json }: ShopifyResponse,
  isAnsweredBy: ReadRequest["isAnsweredBy"],
): ResponseCheck {
  const wait = retryAfter ?? undefined;
  const headers = headersOf(wait);
  if (isRecord(json) && (status === 200 || status === 400 || status >= 500 || THROTTLED.has(status))) {
    if (areErrors(json.errors)) return { kind: "passed", status, headers, content: json, isWhole: false };
    const { errors, ...content } = json;
    const isEmpty = errors === undefined || errors === null || (Array.isArray(errors) && errors.length === 0);
    if (status === 200 && isEmpty && isAnsweredBy(json.data ?? null)) {
      return { kind: "passed", status, headers, content, isWhole: true };
    }
  }
  if (THROTTLED.has(status)) {
    return failed(status, "Too many requests. Please wait a moment.", "THROTTLED", `Shopify answered ${status}`, wait);
  }
  if (status >= 500) return unreachable(`Shopify answered ${status}`, wait);
  if (status === 401 || status === 403) {
    return unusable(`Shopify refuses SHOPIFY_STOREFRONT_ACCESS_TOKEN (${status})`);
  }
  return unusable(status === 200 ? "Shopify's response is not in the form of its API" : `Shopify answered ${status}`);
}

/** The failure if Shopify gave no response. */
export function unreachable(reason: string, retryAfter: string | undefined): Failure {
  return failed(503, UNREACHABLE, "SERVICE_UNAVAILABLE", reason, retryAfter);
}

/** The failure if the response cannot be used. */
export function unusable(reason: string): Failure {
  return failed(502, UNREADABLE, "SERVICE_UNAVAILABLE", reason);
}

function failed(
  status: number,
  message: string,
  code: StorefrontErrorCode,
  reason: string,
  retryAfter?: string,
): Failure {
  const answer = { status, headers: headersOf(retryAfter), body: storefrontErrorBody(message, code) };
  return { kind: "failed", reason, answer };
}

function headersOf(retryAfter: string | undefined): Record<string, string> {
  return { ...STOREFRONT_HEADERS, ...(retryAfter !== undefined && { "retry-after": retryAfter }) };
}

/** Whether clients can read these errors. */
function areErrors(errors: unknown): boolean {
  return (
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every((error) => isRecord(error) && typeof error.message === "string")
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
