/**
 * Whether an address may be asked: over https, of a host that is named. A named host on this machine may be asked
 * without, as in tests.
 */
export function isAllowed(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "" || !hosts.includes(host)) return false;
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+)$/.test(hostname));
}
