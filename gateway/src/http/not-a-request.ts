import type { IncomingMessage } from "node:http";
import { CLOSED_POLICY } from "./security-headers.ts";

/** Response to bytes that are not a valid request. */
export const NOT_A_REQUEST = {
  headers: { "Content-Type": "application/json", "Content-Security-Policy": CLOSED_POLICY, Connection: "close" },
  body: JSON.stringify({ code: "bad_request", message: "This is not a request that can be answered." }),
};

/**
 * Whether a request names more than one host. The gateway rejects such a request, because a proxy in front of it may
 * use a different host than the gateway does. Node itself would ignore the second host. Source: RFC 9112 §3.2.
 */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    // Few header names have four characters, so for most of them the check of the length is enough.
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/**
 * Whether a request names a host that no address can have, such as 1.2.3.4.5 or a port above 65535. The library's own
 * check lets these through, and a route that reads the address would fail. A missing host is the library's to reject.
 */
export function hasImpossibleHost({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers.host !== undefined && !URL.canParse(`http://${headers.host}`);
}

/** Maximum number of percent signs in an address that cannot be decoded. An old link or a search may hold a few. */
const MAX_UNDECODABLE = 20;

/**
 * Whether an address has many percent signs and cannot be decoded. The routes decode such an address one percent sign
 * at a time, and each failure takes as long as a short request.
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
