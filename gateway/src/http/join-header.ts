/** Joins the values of a header that was sent more than once. */
export function joinHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}
