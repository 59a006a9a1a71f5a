/** An error of a change on the wire. `field` is the path of the invalid input. */
export type UserError<Code extends string> = { code: Code; field: string[]; message: string };

/** Paths of the parts of a change's input. */
export type InputPlaces = {
  /** Prefix of every part, `["input"]`; empty if the parts are arguments. */
  root: readonly string[];
  /** The list of lines, or of their ids. */
  lines?: string;
  /** Key of the id of a line's variant. */
  variantKey: "merchandiseId" | "variantId";
};
