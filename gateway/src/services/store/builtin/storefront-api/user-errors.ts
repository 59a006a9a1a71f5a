/** What stood against a change, as the wire has it. `field` leads to the part of the input that is at fault. */
export type UserError<Code extends string> = { code: Code; field: string[]; message: string };

/** Where in the input of a change its parts are. */
export type InputPlaces = {
  /** Before every part, `["input"]`; empty where the parts are arguments themselves. */
  root: readonly string[];
  /** The list of lines, or of their ids. */
  lines?: string;
  /** Key of the id of a line's variant. */
  variantKey: "merchandiseId" | "variantId";
};
