import { isIPv6 } from "node:net";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { Settings } from "../../config/settings.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { about } from "../finding.ts";
import type { Requester } from "../subject.ts";

const trust = about("web-proxy-trust", "Visitors' addresses");
const EVERYBODY_IS_ONE = "so limits count all visitors as one";

/**
 * Checks whether TRUST_PROXY matches what the proxy sends. Only a request through the proxy shows this. If there is
 * none, the check compares TRUST_PROXY with the address on which the gateway listens.
 */
export function checkProxyTrust(settings: Settings, requester?: Requester): Finding {
  return requester ? checkRequest(settings, requester) : checkAddresses(settings);
}

function checkRequest({ publicUrl, trustedProxies }: Settings, { address, forwardedFor }: Requester): Finding {
  if (forwardedFor === undefined) {
    if (publicUrl.startsWith("http:")) return trust.good("There is no proxy in between.");
    return trust.look(
      `The proxy at ${publicUrl} does not pass X-Forwarded-For on, ${EVERYBODY_IS_ONE}. Or your request did not go through it.`,
      "Make it send X-Forwarded-For with the visitor's address. Caddy does so by itself.",
    );
  }
  // A trusted address comes from the header. Any other address is that of the connection.
  const isBelieved = forwardedFor.split(",").some((hop) => hop.trim() === address);
  if (!isBelieved) {
    return trust.bad(
      `TRUST_PROXY does not include your proxy's address, ${EVERYBODY_IS_ONE}.`,
      `Set TRUST_PROXY=${isLoopback(address) ? "loopback" : address}`,
    );
  }
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  return trustedProxies.check(address, family)
    ? trust.bad(
        `The proxy passes on ${address}, which TRUST_PROXY counts as a proxy too, ${EVERYBODY_IS_ONE}.`,
        "Make the proxy in front pass the visitor's own address on, or remove that network from TRUST_PROXY.",
      )
    : trust.good("Your own address arrived, so limits count each visitor separately.");
}

function checkAddresses({ host, publicUrl, trustedProxies }: Settings): Finding {
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
      ? trust.good("The proxy on this machine is trusted.")
      : trust.bad(
          `Only a proxy on this machine can reach HOST=${host}, but TRUST_PROXY does not include it, ${EVERYBODY_IS_ONE}.`,
          "Set TRUST_PROXY=loopback",
        );
  }
  return trust.unknown(
    "Only a request through the proxy shows what it passes on.",
    "Run this check-up in the dashboard, under Settings.",
  );
}
