import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  Kind,
  OperationTypeNode,
  parseValue,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Random } from "../random.ts";
import type { StoreRequest } from "./store-request.ts";

/** Small random changes of a request. The search continues with a changed request if it costs more. */

export type ChangeContext = { random: Random; schema: GraphQLSchema };

type Change = (request: StoreRequest, context: ChangeContext) => StoreRequest | undefined;
/** A selection set of a document, and its type. */
type Place = { selectionSet: SelectionSetNode; type: GraphQLCompositeType };

/** Maximum number of entries of a list in the variables. */
const LONGEST_LIST = 50_000;
/** Values of arguments by name. Fields that require other arguments are not added. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  first: ["1", "10", "50", "250"],
  last: ["250"],
  reverse: ["true"],
  truncateAt: ["1", "1000000"],
  query: ['"a"', `"${"a* OR ".repeat(140)}a"`, `"${"-tag:a ".repeat(140)}"`, `"title:${"ab ".repeat(300)}"`],
  sortKey: ["TITLE", "PRICE", "RELEVANCE", "UPDATED_AT"],
  transform: ["{maxWidth: 10, maxHeight: 10, crop: CENTER, scale: 2}"],
  key: ['"n"'],
  handle: ['"product-1"'],
  withName: ["true"],
  selectedOptions: [`[${'{name: "Size", value: "S"} '.repeat(50)}]`],
};

/** Makes a random change; undefined if it does not fit the request. */
export function changeRequest(request: StoreRequest, context: ChangeContext): StoreRequest | undefined {
  return context.random.oneOf(CHANGES)(request, context);
}

const repeatSelection: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  const chosen = place && pickAny(place.selectionSet.selections, random);
  if (!place || !chosen) return undefined;
  const copies = Array.from({ length: 1 + random.below(30) }, () => chosen);
  return withSelections(request, place, [...place.selectionSet.selections, ...copies]);
};

const repeatUnderOtherNames: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  const chosen = place && pickAny(place.selectionSet.selections.filter(isField), random);
  if (!place || !chosen) return undefined;
  const first = random.below(100_000);
  const copies = Array.from({ length: 1 + random.below(40) }, (_, at) => ({
    ...chosen,
    alias: createName(`b${first + at}`),
  }));
  return withSelections(request, place, [...place.selectionSet.selections, ...copies]);
};

const wrapInInlineFragments: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  if (!place) return undefined;
  let selectionSet: SelectionSetNode = place.selectionSet;
  for (let depth = 1 + random.below(8); depth > 0; depth -= 1) {
    const typeCondition = random.happens(0.5)
      ? { kind: Kind.NAMED_TYPE as const, name: createName(anyTypeWithin(place.type, schema, random)) }
      : undefined;
    const inline: SelectionNode = { kind: Kind.INLINE_FRAGMENT, selectionSet, ...(typeCondition && { typeCondition }) };
    selectionSet = { kind: Kind.SELECTION_SET, selections: Array.from({ length: 1 + random.below(3) }, () => inline) };
  }
  return withSelections(request, place, selectionSet.selections);
};

const moveIntoFragments: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  if (!place) return undefined;
  const first = random.below(100_000);
  const names = Array.from({ length: 1 + random.below(6) }, (_, at) => `F${first + at}`);
  // In a chain, each fragment includes the next one twice.
  const isChain = random.happens(0.5);
  const fragments = names.map((name, at): FragmentDefinitionNode => {
    const next = isChain ? names[at + 1] : undefined;
    const spreads = next === undefined ? [] : [createSpread(next), createSpread(next)];
    return {
      kind: Kind.FRAGMENT_DEFINITION,
      name: createName(name),
      typeCondition: { kind: Kind.NAMED_TYPE, name: createName(place.type.name) },
      selectionSet: { kind: Kind.SELECTION_SET, selections: [...place.selectionSet.selections, ...spreads] },
    };
  });
  const spreads = (isChain ? names.slice(0, 1) : names).map(createSpread);
  const changed = withSelections(request, place, spreads);
  return {
    ...changed,
    document: { ...changed.document, definitions: [...changed.document.definitions, ...fragments] },
  };
};

const spreadAgain: Change = (request, { random, schema }) => {
  const fragment = pickAny(
    request.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    random,
  );
  const place = anyPlace(request.document, schema, random);
  if (fragment?.kind !== Kind.FRAGMENT_DEFINITION || !place) return undefined;
  const copies = Array.from({ length: 1 + random.below(10) }, () => createSpread(fragment.name.value));
  return withSelections(request, place, [...place.selectionSet.selections, ...copies]);
};

const addField: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  // A mutation would change the cost of later requests.
  if (!place || place.type === schema.getMutationType()) return undefined;
  const field = newField(place.type, 3, { random, schema });
  return field && withSelections(request, place, [...place.selectionSet.selections, field]);
};

const changeArgument: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  const at = place ? random.below(place.selectionSet.selections.length) : 0;
  const field = place?.selectionSet.selections[at];
  if (!place || field?.kind !== Kind.FIELD || !("getFields" in place.type)) return undefined;
  const args = place.type.getFields()[field.name.value]?.args ?? [];
  const argument = pickAny(
    args.filter(({ name }) => name in ARGUMENTS),
    random,
  );
  if (!argument) return undefined;
  const others = (field.arguments ?? []).filter(({ name }) => name.value !== argument.name);
  const changed = { ...field, arguments: [...others, newArgument(argument.name, random)] };
  return withSelections(request, place, place.selectionSet.selections.with(at, changed));
};

const addDirectives: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  if (!place) return undefined;
  const directive = {
    kind: Kind.DIRECTIVE as const,
    name: createName("include"),
    arguments: [{ kind: Kind.ARGUMENT as const, name: createName("if"), value: parseValue("true") }],
  };
  const selections = place.selectionSet.selections.map((selection) => ({
    ...selection,
    directives: [...(selection.directives ?? []), directive],
  }));
  return withSelections(request, place, selections);
};

const addOperation: Change = (request, { random }) => {
  const operation = request.document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation === OperationTypeNode.MUTATION)
    return undefined;
  const copy = { ...operation, name: createName(`Q${random.below(100_000)}`) };
  const rest = request.document.definitions.map((each) =>
    each.kind === Kind.OPERATION_DEFINITION && !each.name ? { ...each, name: createName("Q") } : each,
  );
  return { ...request, document: { ...request.document, definitions: [...rest, copy] } };
};

const addPadding: Change = (request, { random }) => ({
  ...request,
  padding: request.padding + random.oneOf([",", " ", "#\n", "#x\n"]).repeat(1 << random.below(12)),
});

const growVariable: Change = (request, { random }) => {
  const found = pickAny(findLists(request.variables), random);
  if (!found) return undefined;
  const grown = random.happens(0.7) ? [...found, ...found] : found.slice(0, Math.ceil(found.length / 2));
  return grown.length > LONGEST_LIST
    ? undefined
    : { ...request, variables: replaceList(request.variables, found, grown) };
};

const misspellFields: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  const chosen = place && pickAny(place.selectionSet.selections.filter(isField), random);
  if (!place || !chosen) return undefined;
  const wrong = { ...chosen, name: createName(`${chosen.name.value}s`) };
  return withSelections(request, place, [...place.selectionSet.selections, wrong]);
};

const shrink: Change = (request, { random, schema }) => {
  const place = anyPlace(request.document, schema, random);
  const { selections } = place?.selectionSet ?? {};
  if (!place || !selections || selections.length < 2) return undefined;
  const start = random.below(selections.length);
  const removed = 1 + random.below(Math.ceil(selections.length / 2));
  const remaining = [...selections.slice(0, start), ...selections.slice(start + removed)];
  return remaining.length === 0 ? undefined : withSelections(request, place, remaining);
};

const shrinkPadding: Change = (request) => (request.padding === "" ? undefined : { ...request, padding: "" });

const CHANGES: readonly [Change, ...Change[]] = [
  repeatSelection,
  repeatUnderOtherNames,
  wrapInInlineFragments,
  moveIntoFragments,
  spreadAgain,
  addField,
  addField,
  changeArgument,
  changeArgument,
  addDirectives,
  addOperation,
  addPadding,
  growVariable,
  growVariable,
  misspellFields,
  shrink,
  shrink,
  shrinkPadding,
];

/** Makes a field of a type with its arguments and selections; undefined if no field fits. */
function newField(type: GraphQLCompositeType, depth: number, context: ChangeContext): FieldNode | undefined {
  const { random } = context;
  const fields: GraphQLField<unknown, unknown>[] = "getFields" in type ? Object.values(type.getFields()) : [];
  const fitting = fields.filter(
    ({ type: result, args }) =>
      (depth > 0 || !isCompositeType(getNamedType(result))) &&
      args.every((argument) => !isRequiredArgument(argument) || argument.name in ARGUMENTS),
  );
  const field = pickAny(fitting, random);
  if (!field) return undefined;
  const result = getNamedType(field.type);
  const selections = isCompositeType(result)
    ? Array.from({ length: 1 + random.below(3) }, () => newField(result, depth - 1, context)).filter(isDefined)
    : [];
  if (isCompositeType(result) && selections.length === 0)
    selections.push({ kind: Kind.FIELD, name: createName("__typename") });
  const args = field.args.filter(
    (argument) => argument.name === "first" || isRequiredArgument(argument) || random.happens(0.2),
  );
  return {
    kind: Kind.FIELD,
    name: createName(field.name),
    arguments: args
      .filter(({ name }) => name in ARGUMENTS && name !== "last")
      .map(({ name }) => newArgument(name, random)),
    ...(selections.length > 0 && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
  };
}

function newArgument(name: string, random: Random): ArgumentNode {
  const text = pickAny(ARGUMENTS[name] ?? [], random) ?? "null";
  return { kind: Kind.ARGUMENT, name: createName(name), value: parseValue(text) };
}

/** Picks the type condition for an inline fragment inside a selection set of `type`. */
function anyTypeWithin(type: GraphQLCompositeType, schema: GraphQLSchema, random: Random): string {
  if (isAbstractType(type)) return pickAny(schema.getPossibleTypes(type), random)?.name ?? type.name;
  return (isObjectType(type) && random.happens(0.5) && pickAny(type.getInterfaces(), random)?.name) || type.name;
}

function anyPlace(document: DocumentNode, schema: GraphQLSchema, random: Random): Place | undefined {
  const info = new TypeInfo(schema);
  const places: Place[] = [];
  const note = (selectionSet: SelectionSetNode) => {
    const type = info.getParentType();
    if (type) places.push({ selectionSet, type });
  };
  visit(document, visitWithTypeInfo(info, { SelectionSet: { enter: note } }));
  return pickAny(places, random);
}

function withSelections(
  request: StoreRequest,
  { selectionSet }: Place,
  selections: readonly SelectionNode[],
): StoreRequest {
  const document = visit(request.document, {
    // Replaced on leaving, because the new selections may contain the old ones.
    SelectionSet: { leave: (node) => (node === selectionSet ? { ...node, selections } : undefined) },
  });
  return { ...request, document };
}

function findLists(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value, ...value.slice(0, 3).flatMap(findLists)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(findLists) : [];
}

function replaceList<Value>(value: Value, list: unknown[], grown: unknown[]): Value;
function replaceList(value: unknown, list: unknown[], grown: unknown[]): unknown {
  if (value === list) return grown;
  if (Array.isArray(value)) return value.map((entry) => replaceList(entry, list, grown));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, replaceList(held, list, grown)]));
}

function pickAny<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random.below(items.length)];
}

function isField(selection: SelectionNode): selection is FieldNode {
  return selection.kind === Kind.FIELD;
}

function isDefined<Item>(item: Item | undefined): item is Item {
  return item !== undefined;
}

function createSpread(name: string): SelectionNode {
  return { kind: Kind.FRAGMENT_SPREAD, name: createName(name) };
}

function createName(value: string) {
  return { kind: Kind.NAME as const, value };
}
