/** The part of an address's path below a mount, its percent signs resolved; as it was where they cannot be. */
export function pathBelow(mount: `/${string}/`, url: string): string {
  const path = new URL(url).pathname.slice(mount.length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
