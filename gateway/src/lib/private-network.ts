import { BlockList, isIP } from "node:net";

/** Networks that cannot be reached from the internet. Source: RFC 1918, RFC 4193, RFC 3927, RFC 4291. */
const PRIVATE = new BlockList();
for (const [network, bits, family] of [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["::1", 128, "ipv6"],
] as const) {
  PRIVATE.addSubnet(network, bits, family);
}

/** Endings of names that only the own network knows. Source: RFC 6761, RFC 6762, RFC 8375, ICANN. */
const PRIVATE_NAME = /\.(localhost|local|home\.arpa|internal|lan)$/;

export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** Whether a host cannot be reached from the internet, as far as its name tells. @param host as in a URL: `[::1]` */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  return isIP(name) === 0 ? !name.includes(".") || PRIVATE_NAME.test(name) : isPrivateAddress(name);
}
