import { type DocumentNode, GraphQLError, parse } from "graphql";
import { failure } from "./failures.ts";
import { exceedsLimits, isNestedTooDeep, MAX_CHARACTERS, MAX_TOKENS } from "./limits.ts";

/** Parses a document. @returns an error if the document exceeds a limit or is invalid */
export function readDocument(text: string): DocumentNode | GraphQLError {
  if (text.length > MAX_CHARACTERS)
    return failure(`A document may have ${MAX_CHARACTERS} characters at most.`, "MAX_COST_EXCEEDED");
  if (isNestedTooDeep(text)) return failure("The document is nested too deep.", "MAX_COST_EXCEEDED");
  try {
    const document = parse(text, { maxTokens: MAX_TOKENS });
    return exceedsLimits(document) ?? document;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}
