/**
 * The part of an address that names one thing of a screen, `tee` of `/shop/tee`: of its route under the hash, otherwise
 * of its path. Undefined for the screen's own address and for every other.
 */
export function addressPart(
  screen: string,
  { pathname, hash }: { pathname: string; hash: string },
): string | undefined {
  const path = hash.startsWith("#/") ? (hash.slice(1).split("?")[0] ?? "") : pathname;
  const [, holder, part] = /^\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
  if (holder !== screen || part === undefined) return undefined;
  return decoded(part);
}

/** A part of an address as it reads: what is no UTF-8 stays as it is written, `caf%E9`. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
