import type { GraphQLError } from "graphql";
import { badRequest } from "./failures.ts";
import { areReasonable, type Variables } from "./variables.ts";

/** One query or mutation, as a client sent it. */
export type GraphqlRequest = { query: string; variables: Variables; operationName: string | undefined };

/** Reads `{query, variables, operationName}`. What else is in there is nobody's business. */
export function readBody(body: string): GraphqlRequest | { errors: GraphQLError[] } {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return { errors: [badRequest("The body is not JSON.")] };
  }
  if (Array.isArray(read)) return { errors: [badRequest("One request carries one query; send them one by one.")] };
  if (!isObject(read)) return { errors: [badRequest("The body has to be an object with a query.")] };
  const { query, variables = {}, operationName } = read;
  if (typeof query !== "string" || query.trim() === "") return { errors: [badRequest("No query was given.")] };
  if (!query.isWellFormed()) return { errors: [badRequest("The query is not well-formed Unicode.")] };
  if (!isObject(variables ?? {})) return { errors: [badRequest("Variables have to be an object.")] };
  if (!areReasonable(variables))
    return { errors: [badRequest("The variables are too many, too deeply nested, or not well-formed Unicode.")] };
  return {
    query,
    variables: isObject(variables) ? variables : {},
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : undefined,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
