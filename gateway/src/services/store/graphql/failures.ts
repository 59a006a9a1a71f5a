import { GraphQLError } from "graphql";
import type { StorefrontErrorCode } from "../errors.ts";

/** An error whose message reaches the client. */
export function failure(message: string, code: StorefrontErrorCode): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

export function badRequest(message: string): GraphQLError {
  return failure(message, "BAD_REQUEST");
}
