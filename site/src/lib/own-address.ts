/** Pictures that the gateway serves: prepared ones, and those of a provider behind paths of our own. */
const OWN_PICTURE = /^https?:\/\/[^/]+(\/(?:optimized|media)\/.*)$/;

/**
 * Shortens the address of a picture of the gateway to its path. Stores and music services return the site's public
 * address; under another host name, as with www or on localhost, the content security policy forbids that origin.
 *
 * @returns other addresses as they are
 */
export function toOwnPath(url: string): string {
  return OWN_PICTURE.exec(url)?.[1] ?? url;
}
