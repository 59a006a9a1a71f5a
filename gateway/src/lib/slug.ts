/** Makes a part of an address, of a handle or of a file's name from a text: "5. Cookies" is `5-cookies`; may be empty. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
