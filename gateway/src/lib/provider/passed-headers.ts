/**
 * Picks headers to pass on, where they are present.
 *
 * @param read reads a header, in any case of its name
 * @param names in lower case
 */
export function passedHeaders(
  read: (name: string) => string | null | undefined,
  names: readonly string[],
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of names) {
    const value = read(name);
    if (value !== null && value !== undefined) passed[name] = value;
  }
  return passed;
}
