import { parse } from "graphql";
import { expect, it } from "vitest";
import { storefrontSchema } from "./schema.ts";
import { variableErrors } from "./variables.ts";

const DOCUMENT = parse("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }");

/** A list that counts how many of its entries are read. */
function aCountedList(entry: unknown) {
  let read = 0;
  const list = new Proxy(
    Array.from({ length: 40_000 }, () => entry),
    {
      get(entries, name, receiver) {
        if (typeof name === "string" && /^\d+$/.test(name)) read += 1;
        return Reflect.get(entries, name, receiver);
      },
    },
  );
  return { list, read: () => read };
}

it("a list of forty thousand wrong values is read only until ten errors are found", () => {
  const { list, read } = aCountedList({});
  const [error] = variableErrors(storefrontSchema(), DOCUMENT, undefined, { ids: list });
  expect(error?.extensions.problems).toHaveLength(10);
  expect(error?.message).toContain("invalid value for 0 (ID cannot represent value: {})");
  expect(read()).toBe(10);
});

it("only ten of forty thousand malformed ids are reported", () => {
  const { list } = aCountedList("x");
  const [error] = variableErrors(storefrontSchema(), DOCUMENT, undefined, { ids: list });
  expect(error?.extensions.problems).toEqual(
    Array.from({ length: 10 }, (_, at) => ({ path: [at], explanation: "Invalid global id 'x'" })),
  );
});

it("an error that does not concern a value is thrown", () => {
  const broken = new Proxy([], {
    get() {
      throw new Error("broken");
    },
  });
  expect(() => variableErrors(storefrontSchema(), DOCUMENT, undefined, { ids: broken })).toThrow("broken");
});
