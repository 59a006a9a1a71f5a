/**
 * The parts of an address; undefined for what is none. `URL.canParse` and `URL.parse` are younger than the browsers that
 * the site is for.
 *
 * @param base what a relative address is relative to
 */
export function parsedUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
