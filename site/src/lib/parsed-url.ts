/**
 * Parses an address. Some supported browsers have neither `URL.canParse` nor `URL.parse`.
 *
 * @returns undefined for an invalid address
 */
export function parsedUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
