import { type ASTVisitor, GraphQLID, getNamedType, type StringValueNode, type ValidationContext } from "graphql";
import { badRequest } from "../../graphql/failures.ts";
import { isGlobalId } from "./ids.ts";

/** Rejects malformed ids in a document, as hosted stores do. */
export function GlobalIdsRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue({ value }: StringValueNode) {
      const type = context.getInputType();
      if (type && getNamedType(type) === GraphQLID && !isGlobalId(value))
        context.reportError(badRequest(`Invalid global id '${value.slice(0, 100)}'`));
    },
  };
}
