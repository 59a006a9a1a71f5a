import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from "graphql";
import { failure } from "../../../graphql/failures.ts";
import { createKeptTexts } from "../../../graphql/kept-texts.ts";
import { exceedsLimits, isNestedTooDeep, MAX_CHARACTERS, MAX_TOKENS } from "../../../graphql/limits.ts";
import { GlobalIdsRule } from "./global-ids-rule.ts";

/** A document that can be executed, or why not. */
export type ReadDocument = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/** Reads documents, and keeps the latest: a client sends the same few over and over. */
export type Documents = { read(text: string): ReadDocument };

/** Mistakes named in one answer. */
const MAX_ERRORS = 10;
const RULES = [...specifiedRules, GlobalIdsRule];
/** A document takes some 40 times its text in memory. */
const KEPT = { entries: 500, characters: 512 * 1024 };

/** Reads documents of a schema. */
export function createDocuments(schema: GraphQLSchema): Documents {
  const kept = createKeptTexts<ReadDocument>(KEPT);
  return {
    read(text) {
      if (text.length > MAX_CHARACTERS)
        return { errors: [failure(`A document may have ${MAX_CHARACTERS} characters at most.`, "MAX_COST_EXCEEDED")] };
      const known = kept.find(text);
      if (known) return known;
      const read = readDocument(schema, text);
      kept.keep(text, read, text.length);
      return read;
    },
  };
}

function readDocument(schema: GraphQLSchema, text: string): ReadDocument {
  if (isNestedTooDeep(text)) return { errors: [failure("The document is nested too deep.", "MAX_COST_EXCEEDED")] };
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
  const excess = exceedsLimits(document);
  if (excess) return { errors: [excess] };
  const errors = validate(schema, document, RULES, { maxErrors: MAX_ERRORS });
  return errors.length > 0 ? { errors } : { document };
}
