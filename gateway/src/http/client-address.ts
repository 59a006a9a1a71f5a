import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { isIPv4, isIPv6 } from "node:net";
import { joinHeader } from "./join-header.ts";

/** Finds out which client sent a request. */
export function clientOf(
  { socket, headers }: IncomingMessage,
  trusted: BlockList,
): { key: string; address: string; userAgent: string } {
  const address = clientAddress(socket.remoteAddress ?? "", joinHeader(headers["x-forwarded-for"]), trusted);
  return { key: limitKey(address), address, userAgent: headers["user-agent"] ?? "" };
}

/**
 * Finds the address that limits count by. Forwarded addresses are used only if a trusted proxy sent them. Read from the
 * right, the first address that is not a trusted proxy is the client's.
 */
export function clientAddress(remote: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = plain(remote);
  let rest = forwardedFor;
  // Read no further than necessary, because a visitor can send thousands of addresses.
  while (rest && isTrusted(address, trusted)) {
    const comma = rest.lastIndexOf(",");
    const previous = plain(withoutPort(rest.slice(comma + 1).trim()));
    if (!(isIPv4(previous) || isIPv6(previous))) break;
    address = previous;
    rest = rest.slice(0, Math.max(comma, 0));
  }
  return address;
}

/**
 * The key that limits count by: the IPv4 address, or the /56 network of an IPv6 address. Providers give a household
 * that much, so each of its visitors can have 256 networks of /64. Source: RIPE-690, 4.2.
 */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(8 - left.length - right.length, 0)).fill("0"), ...right];
  const [fourth = "0"] = groups.splice(3);
  return [...groups, (Number.parseInt(fourth, 16) & 0xff00).toString(16)].join(":");
}

/** Whether an address is a trusted proxy. */
export function isTrusted(address: string, trusted: BlockList): boolean {
  if (isIPv4(address)) return trusted.check(address, "ipv4");
  return isIPv6(address) && trusted.check(address, "ipv6");
}

/** Some proxies, such as Azure's, write `198.51.100.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(address) ?? [];
  return ipv4 ?? ipv6 ?? address;
}

function plain(address: string): string {
  return address.startsWith("::ffff:") && isIPv4(address.slice(7)) ? address.slice(7) : address;
}
