import type { IncomingMessage } from "node:http";
import { CLOSED_POLICY } from "./security-headers.ts";

/** Response to bytes that are no valid request. */
export const NOT_A_REQUEST = {
  headers: { "Content-Type": "application/json", "Content-Security-Policy": CLOSED_POLICY, Connection: "close" },
  body: JSON.stringify({ code: "bad_request", message: "This is not a request that can be answered." }),
};

/**
 * Whether a request names more than one host. A proxy before us may use the first and we the second, so such a request is
 * rejected. Node itself would ignore the second one. Source: RFC 9112 §3.2.
 */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    // Few names have four characters, so this check spares most of them the next one.
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Most percent signs of an address that cannot be decoded. An old link or a search may hold a few. */
const MAX_UNDECODABLE = 20;

/**
 * Whether an address has many percent signs and some stand for no character. Routes decode what they can of such an
 * address, one sign after the other, and each sign that fails takes as long as a short request.
 */
export function isUndecodable(url: string): boolean {
  let signs = 0;
  for (let at = url.indexOf("%"); at >= 0 && signs <= MAX_UNDECODABLE; at = url.indexOf("%", at + 1)) signs += 1;
  if (signs <= MAX_UNDECODABLE) return false;
  try {
    decodeURIComponent(url);
    return false;
  } catch {
    return true;
  }
}

/** Whether a client disconnected before its whole request arrived. */
export function hasGone({ destroyed, complete }: Pick<IncomingMessage, "destroyed" | "complete">): boolean {
  return destroyed && !complete;
}
