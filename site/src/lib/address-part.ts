/**
 * Reads the part of an address that names an item of a screen, `tee` in `/shop/tee`: from the route in its hash or, if
 * there is none, from its path.
 *
 * @returns undefined for the screen's own address and for other screens
 */
export function addressPart(
  screen: string,
  { pathname, hash }: { pathname: string; hash: string },
): string | undefined {
  const path = hash.startsWith("#/") ? (hash.slice(1).split("?")[0] ?? "") : pathname;
  const [, holder, part] = /^\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
  if (holder !== screen || part === undefined) return undefined;
  return decodePart(part);
}

/** Decodes a part of an address. If it is not UTF-8, such as `caf%E9`, it stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
