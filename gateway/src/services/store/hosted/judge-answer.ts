import type { StoreAnswer } from "../contract.ts";
import { STOREFRONT_HEADERS, type StorefrontErrorCode, storefrontErrorBody } from "../errors.ts";
import type { Question } from "./read-question.ts";
import type { ShopifyAnswer } from "./shopify.ts";

/** What a browser is told of an answer of Shopify's. */
export type ResponseCheck =
  /** Shopify's own words; `isWhole` where there is no error among them. */
  | { kind: "passed"; status: number; headers: Record<string, string>; content: object; isWhole: boolean }
  /** Ours; `said` is for the log. */
  | Failure;

/** What a browser is told instead of an answer. */
export type Failure = { kind: "failed"; answer: StoreAnswer; said: string };

/** Statuses by which Shopify says that it is asked too often; 430 is its own. Source: shopify.dev, Response status codes. */
const THROTTLED: ReadonlySet<number> = new Set([429, 430]);
const UNREADABLE = "The shop gave an answer that cannot be used. Please try again later.";
const UNREACHABLE = "The shop cannot be reached just now. Please try again later.";

/**
 * Judges an answer. None passes that has neither errors nor what was asked for: the cart's client takes it for a cart
 * that was bought, and throws the visitor's away.
 */
export function judgeAnswer(
  { status, retryAfter, json }: ShopifyAnswer,
  isAnsweredBy: Question["isAnsweredBy"],
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
  return unusable(status === 200 ? "Shopify's answer is not in its own form" : `Shopify answered ${status}`);
}

/** For when Shopify gave no answer. */
export function unreachable(said: string, retryAfter: string | undefined): Failure {
  return failed(503, UNREACHABLE, "SERVICE_UNAVAILABLE", said, retryAfter);
}

/** For an answer that nobody can make anything of. */
export function unusable(said: string): Failure {
  return failed(502, UNREADABLE, "SERVICE_UNAVAILABLE", said);
}

function failed(
  status: number,
  message: string,
  code: StorefrontErrorCode,
  said: string,
  retryAfter?: string,
): Failure {
  const answer = { status, headers: headersOf(retryAfter), body: storefrontErrorBody(message, code) };
  return { kind: "failed", said, answer };
}

function headersOf(retryAfter: string | undefined): Record<string, string> {
  return { ...STOREFRONT_HEADERS, ...(retryAfter !== undefined && { "retry-after": retryAfter }) };
}

/** Whether these are errors as a client reads them. */
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
