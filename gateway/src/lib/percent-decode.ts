/** Decodes percent-encoded text; returns it unchanged if decoding fails, as for a password that was not encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
