/**
 * Those of some headers that are passed on, where they are there.
 *
 * @param read reads a header, whatever the case of its name
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
