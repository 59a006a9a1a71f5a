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
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
