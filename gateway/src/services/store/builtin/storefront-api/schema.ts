import {
  buildSchema,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
  isObjectType,
} from "graphql";
import { cartMutations } from "./cart-mutations.ts";
import { cartQueries, cartTypes } from "./cart-types.ts";
import { checkoutMutations } from "./checkout-mutations.ts";
import { checkoutTypes } from "./checkout-types.ts";
import { collectionQueries, collectionTypes } from "./collections.ts";
import { imageTypes } from "./images.ts";
import { nodeQueries, nodeTypes } from "./nodes.ts";
import { orderTypes } from "./order-types.ts";
import { productQueries, productTypes } from "./products.ts";
import type { RequestContext } from "./request-context.ts";
import { readSchemaText } from "./schema-text.ts";
import { shopQueries, shopTypes } from "./shop.ts";
import { variantTypes } from "./variants.ts";

/** Resolvers by type and field. A field without one is a property of its source. */
const RESOLVERS = {
  QueryRoot: { ...productQueries, ...collectionQueries, ...shopQueries, ...nodeQueries, ...cartQueries },
  Mutation: { ...cartMutations, ...checkoutMutations },
  ...productTypes,
  ...variantTypes,
  ...imageTypes,
  ...collectionTypes,
  ...shopTypes,
  ...nodeTypes,
  ...cartTypes,
  ...checkoutTypes,
  ...orderTypes,
};

let made: GraphQLSchema | undefined;

/** The schema with its resolvers. It is created at the first use, and has no data of a store. */
export function storefrontSchema(): GraphQLSchema {
  made ??= createSchema();
  return made;
}

/** @throws {Error} when the schema lacks the field of a resolver */
function createSchema(): GraphQLSchema {
  // Parsed without the positions of its words, which only errors about the file would name.
  const schema = buildSchema(readSchemaText(), { noLocation: true });
  for (const [typeName, resolvers] of Object.entries(RESOLVERS)) {
    for (const [fieldName, resolve] of Object.entries(resolvers)) bind(schema, typeName, fieldName, resolve);
  }
  return schema;
}

function bind(schema: GraphQLSchema, typeName: string, fieldName: string, resolve: unknown): void {
  const type = schema.getType(typeName);
  if (isAbstractType(type) && fieldName === "__resolveType") {
    // The cast holds: the schema determines the types of sources and arguments, which the compiler cannot read.
    type.resolveType = resolve as GraphQLTypeResolver<unknown, RequestContext>;
    return;
  }
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) throw new Error(`storefront.graphql has no ${typeName}.${fieldName}`);
  // The cast holds for the same reason as above.
  field.resolve = rejecting(resolve as GraphQLFieldResolver<unknown, RequestContext>);
}

/**
 * Wraps a resolver. Once any part of its request has waited, it returns a rejected promise instead of throwing.
 * If it threw in the middle of a list, graphql would drop the list with its pending entries. If one of these entries
 * rejected later, nothing would handle that, and the gateway would log it as an error of the store.
 */
function rejecting(
  resolve: GraphQLFieldResolver<unknown, RequestContext>,
): GraphQLFieldResolver<unknown, RequestContext> {
  return (source, args, context, info) => {
    try {
      return resolve(source, args, context, info);
    } catch (error) {
      if (context.task.hasWaited) return Promise.reject(error);
      throw error;
    }
  };
}
