import { GraphQLError } from "graphql";
import type { StorefrontErrorCode } from "../errors.ts";

/** An error that whoever asked can act on; its message reaches them. */
export function failure(message: string, code: StorefrontErrorCode): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/** The request itself is at fault. */
export function badRequest(message: string): GraphQLError {
  return failure(message, "BAD_REQUEST");
}
