import { readAtMost } from "../http/bounded-body.ts";

/** Timeout of a request, in milliseconds. */
export const TIMEOUT_MS = 8_000;
/** Longest response that is read, in bytes. */
const MOST_BYTES = 1024 * 1024;

/** A response, or why there was none, as the end of a sentence: "… cannot be reached: its name cannot be found". */
export type FetchResult = { response: Response } | { why: string };

/** Sends one request, within {@link TIMEOUT_MS}. Follows no redirect, because that could send a secret elsewhere. */
export async function tryFetch(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit = {},
): Promise<FetchResult> {
  try {
    return { response: await fetch(url, { redirect: "manual", ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }) };
  } catch (error) {
    return { why: whyUnreachable(error) };
  }
}

/** Whether a status reports too many requests (430 at Shopify) or a server error. */
export function isTemporary(status: number): boolean {
  return status === 429 || status === 430 || status >= 500;
}

/** The body as text; undefined when it is incomplete or too long. */
export async function textOf(response: Response): Promise<string | undefined> {
  try {
    return (await readAtMost(response, MOST_BYTES)).toString();
  } catch {
    return undefined;
  }
}

/** The body as JSON; undefined when it is not JSON. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await textOf(response)) ?? "");
  } catch {
    return undefined;
  }
}

/** Codes of Node and OpenSSL, each with its sentence. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name cannot be found",
  ENODATA: "its name cannot be found",
  EAI_AGAIN: "no name server answers",
  EDNS: "its name could not be looked up",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was closed",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  ETIMEDOUT: "it took too long",
  UND_ERR_CONNECT_TIMEOUT: "it took too long",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "no trusted authority issued its certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "no trusted authority issued its certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not use TLS there",
};

/** Why a server could not be reached. Shows only codes: a message could contain the URL, and so a secret. */
export function whyUnreachable(error: unknown): string {
  if (!(error instanceof Error)) return "it did not answer";
  if (error.name === "TimeoutError") return "it took too long";
  const code = codeOf(error) ?? codeOf(error.cause);
  if (code === undefined) return "it did not answer";
  return WORDS[code] ?? `it did not answer (${code})`;
}

/** Why a certificate is not trusted. */
export function certificateErrorInWords(code: string): string {
  return WORDS[code] ?? `its certificate is not trusted (${code})`;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  return String(error.code);
}
