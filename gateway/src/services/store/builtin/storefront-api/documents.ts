import { type DocumentNode, GraphQLError, type GraphQLSchema, specifiedRules, validate } from "graphql";
import { createLruCache } from "../../../../lib/lru-cache.ts";
import { MAX_CHARACTERS } from "../../graphql/limits.ts";
import { readDocument } from "../../graphql/read-document.ts";
import { GlobalIdsRule } from "./global-ids-rule.ts";

/** A valid document, or its errors. */
type ReadDocument = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/** Parses documents, and caches the latest ones, because clients send the same few documents again and again. */
type Documents = { read(text: string): ReadDocument };

/** Maximum number of errors in one response. */
const MAX_ERRORS = 10;
const RULES = [...specifiedRules, GlobalIdsRule];
/** `weight` is characters of text. A parsed document takes some 40 times as much memory. */
const CACHE_LIMITS = { entries: 500, weight: 512 * 1024 };

export function createDocuments(schema: GraphQLSchema): Documents {
  const cache = createLruCache<ReadDocument>(CACHE_LIMITS);
  return {
    read(text) {
      const known = cache.find(text);
      if (known) return known;
      const read = readAndCheck(schema, text);
      // A very long invalid document would displace many useful ones.
      if (text.length <= MAX_CHARACTERS) cache.store(text, read, text.length);
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
