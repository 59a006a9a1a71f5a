/** The decoded part of a URL's path below a mount. */
export function pathBelow(mount: `/${string}/`, url: string): string {
  return decoded(new URL(url).pathname.slice(mount.length));
}

/** Decodes a part of a path; returns it unchanged when that is not possible. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
