import type { Condition } from "../../postgrest/conditions.ts";
import type { OrderTerm } from "../../postgrest/select.ts";

/** A test of one column that is not negated, such as `source=eq.website-footer`. Only such a test can use an index. */
export type PlainTest = { column: string; operator: string; value: string };

/** Lists the conditions that must all hold. The members of an `and` group are listed one by one. */
export function findConjuncts(conditions: readonly Condition[]): Condition[] {
  return conditions.flatMap((condition) =>
    condition.kind === "group" && condition.joint === "and" && !condition.negated
      ? findConjuncts(condition.conditions)
      : [condition],
  );
}

/** @returns the condition as a plain test; undefined when it is anything else */
export function toPlainTest(condition: Condition): PlainTest | undefined {
  if (condition.kind !== "test" || condition.negated) return undefined;
  const { test } = condition;
  if (test.operator === "is" || test.operator === "in" || ("quantifier" in test && test.quantifier !== undefined)) {
    return undefined;
  }
  return { column: condition.column, operator: test.operator, value: test.value };
}

/** Lists the columns that a condition tests. */
export function findColumns(condition: Condition): string[] {
  return condition.kind === "test" ? [condition.column] : condition.conditions.flatMap(findColumns);
}

/** Whether a condition names rows by email or id, so that a unique index finds each of them. */
export function namesRows(condition: Condition): boolean {
  return (
    condition.kind === "test" &&
    !condition.negated &&
    (condition.column === "email" || condition.column === "id") &&
    (condition.test.operator === "in" || toPlainTest(condition)?.operator === "eq")
  );
}

/**
 * Finds a keyset: the conditions by which a client continues after the last row that it got. In descending order they
 * are `subscribed_at=lte.T&or=(subscribed_at.lt.T,id.lt.N)`.
 *
 * @returns the values of that row as the client wrote them, undefined without a keyset; and the other conditions
 */
export function findKeyset(
  conjuncts: readonly Condition[],
  [term]: readonly OrderTerm[],
): { keyset: { key: string; id: string } | undefined; rest: readonly Condition[] } {
  if (term === undefined) return { keyset: undefined, rest: conjuncts };
  const { column, descending } = term;
  const past = descending ? "lt" : "gt";
  for (const group of conjuncts) {
    if (group.kind !== "group" || group.negated || group.joint !== "or" || group.conditions.length !== 2) continue;
    const [first, second] = group.conditions.map(toPlainTest);
    if (first?.column !== column || first.operator !== past) continue;
    if (second?.column !== "id" || second.operator !== past) continue;
    const bound = conjuncts.find((other) => {
      const test = toPlainTest(other);
      return test?.column === column && test.operator === `${past}e` && test.value === first.value;
    });
    if (bound === undefined) continue;
    const rest = conjuncts.filter((other) => other !== group && other !== bound);
    return { keyset: { key: first.value, id: second.value }, rest };
  }
  return { keyset: undefined, rest: conjuncts };
}
