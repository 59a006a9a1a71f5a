import type { Condition } from "../postgrest/conditions.ts";
import type { OrderTerm } from "../postgrest/select.ts";

/** One test of one column, not negated: what an index can be asked for. */
export type PlainTest = { column: string; operator: string; value: string };

/** The conditions that must all hold, with those of an `and` taken out of it. */
export function conjunctsOf(conditions: readonly Condition[]): Condition[] {
  return conditions.flatMap((condition) =>
    condition.kind === "group" && condition.joint === "and" && !condition.negated
      ? conjunctsOf(condition.conditions)
      : [condition],
  );
}

/** A condition as a plain test; undefined when it is anything else. */
export function plainTest(condition: Condition): PlainTest | undefined {
  if (condition.kind !== "test" || condition.negated) return undefined;
  const { test } = condition;
  if (test.operator === "is" || test.operator === "in" || ("quantifier" in test && test.quantifier !== undefined)) {
    return undefined;
  }
  return { column: condition.column, operator: test.operator, value: test.value };
}

/** Columns that a condition looks at. */
export function columnsIn(condition: Condition): string[] {
  return condition.kind === "test" ? [condition.column] : condition.conditions.flatMap(columnsIn);
}

/** Whether a condition names its rows: by address or by id, where an index finds each at once. */
export function namesRows(condition: Condition): boolean {
  return (
    condition.kind === "test" &&
    !condition.negated &&
    (condition.column === "email" || condition.column === "id") &&
    (condition.test.operator === "in" || plainTest(condition)?.operator === "eq")
  );
}

/**
 * Finds the conditions by which a client goes on behind a row it knows, such as
 * `subscribed_at=lte.T&or=(subscribed_at.lt.T,id.lt.N)` in descending order: together they are a place in the index.
 *
 * @returns the place, and the conditions that are left
 */
export function placeIn(
  conjuncts: readonly Condition[],
  [term]: readonly OrderTerm[],
): { place: { key: string; id: string } | undefined; rest: readonly Condition[] } {
  if (term === undefined) return { place: undefined, rest: conjuncts };
  const { column, descending } = term;
  const past = descending ? "lt" : "gt";
  for (const group of conjuncts) {
    if (group.kind !== "group" || group.negated || group.joint !== "or" || group.conditions.length !== 2) continue;
    const [first, second] = group.conditions.map(plainTest);
    if (first?.column !== column || first.operator !== past) continue;
    if (second?.column !== "id" || second.operator !== past) continue;
    const bound = conjuncts.find((other) => {
      const test = plainTest(other);
      return test?.column === column && test.operator === `${past}e` && test.value === first.value;
    });
    if (bound === undefined) continue;
    const rest = conjuncts.filter((other) => other !== group && other !== bound);
    return { place: { key: first.value, id: second.value }, rest };
  }
  return { place: undefined, rest: conjuncts };
}
