import { type ASTVisitor, GraphQLID, getNamedType, type StringValueNode, type ValidationContext } from "graphql";
import { badRequest } from "../../graphql/failures.ts";
import { isGlobalId } from "./ids.ts";

/** Refuses ids written into a document that have not the form of one, as hosted stores do. */
export function GlobalIdsRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue({ value }: StringValueNode) {
      const type = context.getInputType();
      if (type && getNamedType(type) === GraphQLID && !isGlobalId(value))
        context.reportError(badRequest(`Invalid global id '${value.slice(0, 100)}'`));
    },
  };
}
