/** Pictures that the gateway serves: prepared pictures, and a provider's pictures under our own paths. */
const OWN_PICTURE = /^https?:\/\/[^/]+(\/(?:optimized|media)\/.*)$/;

/**
 * Shortens the address of a picture on the gateway to its path. Stores and music services return the site's public
 * address. Under another host name, such as www or localhost, the content security policy forbids that origin.
 *
 * @returns other addresses as they are
 */
export function toOwnPath(url: string): string {
  return OWN_PICTURE.exec(url)?.[1] ?? url;
}
