/** Longest address to come back to, in characters. */
const MAX_LENGTH = 2_000;

/**
 * The address of this site that somebody asks to be led to, without a user name, which could pass for another site's.
 *
 * @param publicUrl address of the site, without a slash at its end
 * @returns undefined when it is another site's, or none
 */
export function ownAddress(publicUrl: string, asked: string | null): URL | undefined {
  if (!asked || asked.length > MAX_LENGTH || !URL.canParse(asked, publicUrl)) return undefined;
  const url = new URL(asked, publicUrl);
  // Not by its origin, which is that of the site for blob:https://… as well.
  if (`${url.protocol}//${url.host}` !== publicUrl) return undefined;
  url.username = "";
  url.password = "";
  return url;
}
