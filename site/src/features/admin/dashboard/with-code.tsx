/** A sentence in which backticks mark code. */
export function WithCode({ children }: { children: string }) {
  // The parts of a sentence never change places.
  const parts = children.split("`").map((part, at) => ({ part, at }));
  return parts.map(({ part, at }) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
