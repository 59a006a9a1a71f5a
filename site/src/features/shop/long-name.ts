/** Whether a name is set a step smaller where names are large: in a few words more it would fill the spread. */
export function isLongName(title: string): boolean {
  return title.length > 40;
}
