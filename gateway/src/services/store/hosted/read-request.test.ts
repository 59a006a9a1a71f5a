import { expect, it } from "vitest";
import { readRequest } from "./read-request.ts";

function answeredBy(query: string, data: unknown): boolean | undefined {
  const request = readRequest(JSON.stringify({ query }));
  return "isAnsweredBy" in request ? request.isAnsweredBy(data) : undefined;
}

it("knows a truncated response, but checks no more than 100,000 fields of it", () => {
  const query = "{ products(first: 2) { nodes { id title } } }";
  const whole = { id: "1", title: "Tee" };
  expect(answeredBy(query, { products: { nodes: [whole, whole] } })).toBe(true);
  expect(answeredBy(query, { products: { nodes: [whole, { id: "1" }] } })).toBe(false);
  // A stranger's document may select hundreds of fields of each object.
  const many: object[] = Array(50_000).fill(whole);
  expect(answeredBy(query, { products: { nodes: [...many, { id: "1" }] } })).toBe(true);
});
