import type { ErrorShape } from "../../http/error-response.ts";
import { CLOSED_POLICY } from "../../http/security-headers.ts";
import { CLIENT_GONE } from "../../http/server.ts";
import type { OverBudgetError } from "../../lib/scheduler.ts";
import type { StoreResponse } from "./contract.ts";

/** Values of `extensions.code`. They are Shopify's own if it has one for the error. */
export type StorefrontErrorCode =
  | "UNAUTHORIZED"
  | "THROTTLED"
  | "MAX_COST_EXCEEDED"
  | "BAD_REQUEST"
  | "PAYLOAD_TOO_LARGE"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "SERVICE_UNAVAILABLE"
  | "INTERNAL_SERVER_ERROR";

/** Body of an error: one error and no `data`, so that no client mistakes it for an empty cart. */
export function storefrontErrorBody(message: string, code: StorefrontErrorCode): string {
  return JSON.stringify(errorsOf(message, code));
}

/** The shape of errors from the limits before the routes, and of errors that no route handled. */
export const STOREFRONT_ERRORS: ErrorShape = {
  respond: (c, status, code, message) => c.json(errorsOf(message, code.toUpperCase()), status),
};

function errorsOf(message: string, code: string) {
  return { errors: [{ message, extensions: { code } }] };
}

/** Response to a client that has disconnected, so nobody reads it. */
export const GONE: StoreResponse = { status: CLIENT_GONE, headers: {}, body: "" };

/**
 * An error in the shape that Storefront clients read, for any status. hydrogen-react checks `errors` only, and deletes
 * a visitor's cart when a response has neither errors nor a cart.
 */
export function storefrontError(
  status: number,
  message: string,
  code: StorefrontErrorCode,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(storefrontErrorBody(message, code), {
    status,
    headers: { ...STOREFRONT_HEADERS, ...headers },
  });
}

/** Headers of every response. A cart belongs to one visitor, so no response may be cached. */
export const STOREFRONT_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": CLOSED_POLICY,
};

export const WRONG_TOKEN: StoreResponse = {
  status: 401,
  headers: STOREFRONT_HEADERS,
  body: storefrontErrorBody("The Storefront access token is missing or wrong.", "UNAUTHORIZED"),
};

/** Response to a client that has used up its processor time. */
export function overBudget({ retryAfterSeconds }: OverBudgetError): StoreResponse {
  return {
    status: 429,
    headers: { ...STOREFRONT_HEADERS, "retry-after": String(retryAfterSeconds) },
    body: storefrontErrorBody("Too many costly requests. Please wait a moment.", "THROTTLED"),
  };
}

/** Response to a read that is rejected because the store is busy with other requests. */
export const BUSY: StoreResponse = {
  status: 503,
  headers: { ...STOREFRONT_HEADERS, "retry-after": "5" },
  body: storefrontErrorBody("The store is busy. Please try again in a moment.", "THROTTLED"),
};
