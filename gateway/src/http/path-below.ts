/** The part of an address's path below a mount, its percent signs resolved. */
export function pathBelow(mount: `/${string}/`, url: string): string {
  return decoded(new URL(url).pathname.slice(mount.length));
}

/** A part of a path with its percent signs resolved; as it was where they cannot be. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
