import type { Answer } from "../client.ts";

/** An answer that nobody can explain. */
export class Unexpected extends Error {
  override readonly name = "Unexpected";
}

/** @throws {Unexpected} when an answer is another than it has to be, with what it said */
export function expectStatus({ status, text }: Answer, expected: number, what: string): void {
  if (status === expected) return;
  throw new Unexpected(`${what} was answered with ${status} instead of ${expected}: ${text.slice(0, 300)}`);
}
