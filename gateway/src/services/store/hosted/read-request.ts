import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import { readDocument } from "../graphql/read-document.ts";
import { type GraphqlRequest, readBody } from "../graphql/request-body.ts";

/** What the gateway knows about a request that it passes on. */
export type ReadRequest = {
  /** Whether the request can be retried: it has no mutation. */
  isSafe: boolean;
  /** Whether its response is the same for every client. */
  isPublic: boolean;
  /**
   * Whether a response's `data` has all requested fields. A client could mistake a truncated one for an empty cart.
   */
  isAnsweredBy: (data: unknown) => boolean;
};

/** The response to a request that is not passed on. */
type RejectedRequest = { status: number; errors: readonly GraphQLError[] };

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Root fields that are the same for every client. An unknown field may be a buyer's own. */
const PUBLIC_ROOTS: ReadonlySet<string> = new Set([
  "__typename",
  "collection",
  "collectionByHandle",
  "collections",
  "product",
  "productByHandle",
  "productRecommendations",
  "productTags",
  "productTypes",
  "products",
  "shop",
]);
/** Mutations of a visitor's own cart: `cartCreate`, `cartLinesAdd`. All others are of customers' accounts. */
const CART_MUTATION = /^cart[A-Z]/;
/** Ids of `node` and `nodes` that are the same for every client; a cart's id is a buyer's secret. */
const PUBLIC_ID = /^gid:\/\/shopify\/(Product|ProductVariant|ProductImage|MediaImage|Collection|CollectionImage)\/\d+$/;
/** Arguments of `inContext` that do not depend on the buyer. */
const PUBLIC_CONTEXT: ReadonlySet<string> = new Set(["country", "language"]);

/** Fields of a response that are checked. A stranger's document may have a thousand for each of 100,000 objects. */
const CHECKED_MAX = 100_000;

/** Reads what the gateway has to know before it passes a request on. Rejects requests that no client sends. */
export function readRequest(body: string): ReadRequest | RejectedRequest {
  const request = readBody(body);
  if ("errors" in request) return { status: 400, errors: request.errors };
  const document = readDocument(request.query);
  if (document instanceof GraphQLError) return { status: 200, errors: [document] };
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments: Fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const denied = operations.flatMap((operation) => deniedIn(operation, fragments))[0];
  if (denied !== undefined) {
    // The same error as that of the built-in store, which has no accounts either.
    return { status: 200, errors: [new GraphQLError(`Cannot query field "${denied}" on type "Mutation".`)] };
  }
  const operation = operationOf(operations, request.operationName);
  return {
    isSafe: operations.every(({ operation }) => operation === OperationTypeNode.QUERY),
    isPublic: operations.every((operation) => isPublic(operation, fragments, request)),
    // If it is unclear which operation is meant, Shopify responds with errors.
    isAnsweredBy: (data) => !operation || (data !== null && isWhole(data, operation.selectionSet, fragments)),
  };
}

/** The names of mutations that no visitor needs, such as the one with which Shopify emails a new password. */
function deniedIn({ operation, selectionSet }: OperationDefinitionNode, fragments: Fragments): string[] {
  if (operation === OperationTypeNode.QUERY) return [];
  const names = fieldsOf(selectionSet, fragments, true).map(({ field }) => field.name.value);
  return names.filter((name) => name !== "__typename" && !CART_MUTATION.test(name));
}

function operationOf(
  operations: readonly OperationDefinitionNode[],
  name: string | undefined,
): OperationDefinitionNode | undefined {
  if (name !== undefined) return operations.find((operation) => operation.name?.value === name);
  return operations.length === 1 ? operations[0] : undefined;
}

function isPublic(
  { operation, directives = [], selectionSet }: OperationDefinitionNode,
  fragments: Fragments,
  { variables }: GraphqlRequest,
): boolean {
  if (operation !== OperationTypeNode.QUERY || !directives.every(isPublicContext)) return false;
  return fieldsOf(selectionSet, fragments, true).every(({ field: { name, arguments: given = [] } }) => {
    if (PUBLIC_ROOTS.has(name.value)) return true;
    if (name.value !== "node" && name.value !== "nodes") return false;
    return given.every(({ value }) => isPublicId(idOf(value, variables)));
  });
}

function isPublicContext({ name, arguments: given = [] }: DirectiveNode): boolean {
  return name.value === "inContext" && given.every((argument) => PUBLIC_CONTEXT.has(argument.name.value));
}

function isPublicId(id: unknown): boolean {
  return Array.isArray(id) ? id.every(isPublicId) : typeof id === "string" && PUBLIC_ID.test(id);
}

/** @returns the ids that Shopify will read; undefined for any other value */
function idOf(value: ValueNode, variables: GraphqlRequest["variables"]): unknown {
  if (value.kind === Kind.STRING) return value.value;
  if (value.kind === Kind.LIST) return value.values.map((entry) => idOf(entry, variables));
  return value.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
}

/**
 * Whether data has all selected fields. Fields of a fragment on a type may be missing, unless the type of the value is
 * known: at the root and in a cart.
 */
function isWhole(data: unknown, selectionSet: SelectionSetNode, fragments: Fragments): boolean {
  let left = CHECKED_MAX;
  const expanded = new Map<SelectionSetNode, ReturnType<typeof fieldsOf>>();

  function holds(value: unknown, selected: SelectionSetNode, isTypeKnown: boolean): boolean {
    if (value === null || left <= 0) return true;
    if (Array.isArray(value)) return value.every((entry) => holds(entry, selected, isTypeKnown));
    if (typeof value !== "object") return false;
    const found: Readonly<Record<string, unknown>> = { ...value };
    const fields = expanded.get(selected) ?? fieldsOf(selected, fragments, isTypeKnown);
    expanded.set(selected, fields);
    left -= 1 + fields.length;
    return fields.every(({ field, isSure }) => {
      const { name, alias, selectionSet: selectedBelow } = field;
      const key = (alias ?? name).value;
      if (!Object.hasOwn(found, key)) return !isSure;
      const part = found[key];
      if (selectedBelow) return holds(part, selectedBelow, name.value === "cart");
      return !isTypeKnown || name.value !== "id" || typeof part === "string";
    });
  }

  return holds(data, selectionSet, true);
}

/** Fields of a selection and of its fragments. `isSure`: no directive and no type condition can leave the field out. */
function fieldsOf(
  { selections }: SelectionSetNode,
  fragments: Fragments,
  isTypeKnown: boolean,
  isSure = true,
): { field: FieldNode; isSure: boolean }[] {
  return selections.flatMap((selection) => {
    const isSureHere = isSure && !selection.directives?.length;
    if (selection.kind === Kind.FIELD) return [{ field: selection, isSure: isSureHere }];
    const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (!part) return [];
    const applies = isTypeKnown || part.typeCondition === undefined;
    return fieldsOf(part.selectionSet, fragments, isTypeKnown, isSureHere && applies);
  });
}
