import { isIPv6 } from "node:net";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { Settings } from "../../config/settings.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { about } from "../finding.ts";
import type { Requester } from "../subject.ts";

const trust = about("web-proxy-trust", "Visitors' addresses");
const EVERYBODY_IS_ONE = "so limits count all visitors as one";

/**
 * Whether TRUST_PROXY matches what the proxy sends. Only a request through the proxy shows that; without one, the
 * check goes by the address that the gateway listens on.
 */
export function checkProxyTrust(settings: Settings, requester?: Requester): Finding {
  return requester ? judgeRequest(settings, requester) : judgeSettings(settings);
}

function judgeRequest({ publicUrl, trustedProxies }: Settings, { address, forwardedFor }: Requester): Finding {
  if (forwardedFor === undefined) {
    if (publicUrl.startsWith("http:")) return trust.good("There is no proxy in between.");
    return trust.look(
      `The proxy at ${publicUrl} passes no X-Forwarded-For on, ${EVERYBODY_IS_ONE}; or you came past it.`,
      "Let it send X-Forwarded-For with the visitor's address; Caddy does so by itself.",
    );
  }
  // A trusted address comes from the header; any other is the address of the connection.
  const isBelieved = forwardedFor.split(",").some((hop) => hop.trim() === address);
  if (!isBelieved) {
    return trust.bad(
      `TRUST_PROXY does not have your proxy's address, ${EVERYBODY_IS_ONE}.`,
      `Set TRUST_PROXY=${isLoopback(address) ? "loopback" : address}`,
    );
  }
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  return trustedProxies.check(address, family)
    ? trust.bad(
        `The proxy passes on ${address}, which is a proxy itself by TRUST_PROXY, ${EVERYBODY_IS_ONE}.`,
        "Let the proxy in front pass the visitor's own address on, or take that network out of TRUST_PROXY.",
      )
    : trust.good("Yours arrived, so limits count for each visitor.");
}

function judgeSettings({ host, publicUrl, trustedProxies }: Settings): Finding {
  const trustsSome = trustedProxies.rules.length > 0;
  // Porchlight speaks only http, so an https address always has a proxy in front.
  if (publicUrl.startsWith("https:") && !trustsSome) {
    return trust.bad(
      `A proxy is in front, but TRUST_PROXY is off, ${EVERYBODY_IS_ONE}.`,
      isLoopback(host) ? "Set TRUST_PROXY=loopback" : "Set TRUST_PROXY to the proxy's address.",
    );
  }
  if (isLoopback(host) && trustsSome) {
    return trustedProxies.check(host === "::1" ? "::1" : "127.0.0.1", host === "::1" ? "ipv6" : "ipv4")
      ? trust.good("The proxy on this machine is believed.")
      : trust.bad(
          `Only a proxy on this machine can reach HOST=${host}, and TRUST_PROXY does not have it, ${EVERYBODY_IS_ONE}.`,
          "Set TRUST_PROXY=loopback",
        );
  }
  return trust.unknown(
    "What the proxy passes on shows only in a request through it.",
    "Run this check-up in the dashboard, under Settings.",
  );
}
