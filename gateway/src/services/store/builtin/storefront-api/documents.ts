import { type DocumentNode, GraphQLError, type GraphQLSchema, specifiedRules, validate } from "graphql";
import { createTextCache } from "../../graphql/kept-texts.ts";
import { MAX_CHARACTERS } from "../../graphql/limits.ts";
import { readDocument } from "../../graphql/read-document.ts";
import { GlobalIdsRule } from "./global-ids-rule.ts";

/** A document that can be executed, or why not. */
export type ReadDocument = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/** Reads documents, and keeps the latest: a client sends the same few over and over. */
export type Documents = { read(text: string): ReadDocument };

/** Mistakes named in one answer. */
const MAX_ERRORS = 10;
const RULES = [...specifiedRules, GlobalIdsRule];
/** A document takes some 40 times its text in memory. */
const CACHE_LIMITS = { entries: 500, characters: 512 * 1024 };

/** Reads documents of a schema. */
export function createDocuments(schema: GraphQLSchema): Documents {
  const kept = createTextCache<ReadDocument>(CACHE_LIMITS);
  return {
    read(text) {
      const known = kept.find(text);
      if (known) return known;
      const read = readAndCheck(schema, text);
      // One that is refused for its length would push out many that are asked again.
      if (text.length <= MAX_CHARACTERS) kept.keep(text, read, text.length);
      return read;
    },
  };
}

function readAndCheck(schema: GraphQLSchema, text: string): ReadDocument {
  const document = readDocument(text);
  if (document instanceof GraphQLError) return { errors: [document] };
  const errors = validate(schema, document, RULES, { maxErrors: MAX_ERRORS });
  return errors.length > 0 ? { errors } : { document };
}
