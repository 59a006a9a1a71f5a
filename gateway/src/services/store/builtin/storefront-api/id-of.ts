/** What a cursor names a thing of the catalogue by. */
export function idOf({ id }: { id: number }): string {
  return String(id);
}
