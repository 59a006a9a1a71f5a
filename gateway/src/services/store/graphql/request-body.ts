import type { GraphQLError } from "graphql";
import { parseJson } from "../../../lib/parse-json.ts";
import { badRequest } from "./failures.ts";

/** Variables as a client sent them. Variables that the operation does not declare are ignored. */
export type Variables = Readonly<Record<string, unknown>>;

/** One query or mutation, as a client sent it. */
export type GraphqlRequest = { query: string; variables: Variables; operationName: string | undefined };

/** Deepest nesting of variables. The deepest input type has four levels. */
const MAX_DEPTH = 10;
/** Maximum number of values in all. A thousand lines with three attributes each have 13,000 values. */
const MAX_VALUES = 50_000;

/** Parses `{query, variables, operationName}` and ignores other fields. */
export function readBody(body: string): GraphqlRequest | { errors: GraphQLError[] } {
  let read: unknown;
  try {
    read = parseJson(body);
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

/** Whether variables are within the limits and all text is well-formed Unicode. */
function areReasonable(value: unknown): boolean {
  let values = 0;
  function isReasonable(part: unknown, depth: number): boolean {
    values += 1;
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false;
    if (typeof part === "string") return part.isWellFormed();
    if (typeof part !== "object" || part === null) return true;
    return Object.entries(part).every(([key, held]) => key.isWellFormed() && isReasonable(held, depth + 1));
  }
  return isReasonable(value, 0);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
