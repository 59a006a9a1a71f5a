/** What the gateway itself serves of pictures: those it has prepared, and a provider's by addresses of its own. */
const OWN_PICTURE = /^https?:\/\/[^/]+(\/(?:optimized|media)\/.*)$/;

/**
 * Where a visitor finds a picture. Stores and music services name it by the site's public address; a site that is
 * opened by another name of its own, as with www or on the machine itself, may show nothing of another origin.
 *
 * @param url as a store or a music service names it
 * @returns the path alone for a picture of the gateway, every other address as it is
 */
export function ownAddress(url: string): string {
  return OWN_PICTURE.exec(url)?.[1] ?? url;
}
