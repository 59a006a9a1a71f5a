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

/** What a gateway has to know of a question that it passes on. */
export type Question = {
  /** Whether asking twice does no more than asking once: it has no mutation in it. */
  isSafe: boolean;
  /** Whether its answer is the same for everybody. */
  isPublic: boolean;
  /** Whether an answer's `data` is one to this question, so that none that is cut short is taken for an empty cart. */
  isAnsweredBy: (data: unknown) => boolean;
};

/** A question that is not passed on, and how it is answered here. */
export type Refusal = { status: number; errors: readonly GraphQLError[] };

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Roots that tell everybody the same. A field that is not known here may be a buyer's own. */
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
/** What `node` and `nodes` tell everybody the same about; a cart's id, for one, is a buyer's secret. */
const PUBLIC_ID = /^gid:\/\/shopify\/(Product|ProductVariant|ProductImage|MediaImage|Collection|CollectionImage)\/\d+$/;
/** A buyer, or where one is, makes an answer another; these two do not. */
const PUBLIC_CONTEXT: ReadonlySet<string> = new Set(["country", "language"]);

/** Reads the JSON of a request as far as passing it on needs it. What no client sends is refused. */
export function readQuestion(body: string): Question | Refusal {
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
  const asked = operationOf(operations, request.operationName);
  return {
    isSafe: operations.every(({ operation }) => operation === OperationTypeNode.QUERY),
    isPublic: operations.every((operation) => isPublic(operation, fragments, request)),
    // Which of several was meant is for Shopify to say; it answers with errors then.
    isAnsweredBy: (data) => !asked || (data !== null && holds(data, asked.selectionSet, fragments, true)),
  };
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

/** Ids as they will be read; of anything else nothing. */
function idOf(value: ValueNode, variables: GraphqlRequest["variables"]): unknown {
  if (value.kind === Kind.STRING) return value.value;
  if (value.kind === Kind.LIST) return value.values.map((entry) => idOf(entry, variables));
  return value.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
}

/**
 * Whether a value has what was selected of it. What a fragment on a type selects may be missing, unless the type of the
 * value is known to be the one: that of the root, and of a cart.
 */
function holds(value: unknown, selected: SelectionSetNode, fragments: Fragments, isTypeKnown: boolean): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) return value.every((entry) => holds(entry, selected, fragments, isTypeKnown));
  if (typeof value !== "object") return false;
  const found = new Map(Object.entries(value));
  return fieldsOf(selected, fragments, isTypeKnown).every(({ field, isSure }) => {
    const { name, alias, selectionSet } = field;
    const key = (alias ?? name).value;
    if (!found.has(key)) return !isSure;
    const part = found.get(key);
    if (selectionSet) return holds(part, selectionSet, fragments, name.value === "cart");
    return !isTypeKnown || name.value !== "id" || typeof part === "string";
  });
}

/** Fields of a selection, those of its fragments too; one is sure where nothing can leave it out. */
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
