/**
 * Limits of a GraphQL document. They are checked before validation, because validation may take long. The documents of
 * the official clients and the usual introspection are far below the limits: the longest has 3,900 characters, the
 * deepest 13 levels.
 */
import {
  type ArgumentNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import { failure } from "./failures.ts";

/** Longest document, in characters. */
export const MAX_CHARACTERS = 16 * 1024;
/** Maximum number of tokens of a document. */
export const MAX_TOKENS = 4_000;

const MAX_DEPTH = 15;
/** Maximum number of fields of one operation or fragment, with its fragments expanded. */
const MAX_FIELDS = 1_000;
/**
 * Maximum number of fields of all operations and fragments, each with its fragments expanded: validation visits all of
 * them.
 */
const MAX_FIELDS_IN_ALL = 3_000;
const MAX_OPERATIONS = 10;
const MAX_FRAGMENTS = 60;
/**
 * Maximum number of comparisons. Validation compares each pair of fields with the same response name: their arguments,
 * and the fields that they select. Comparing one field, or one value of its arguments, counts as 1; 1,000 comparisons
 * take about a millisecond. The documents of the official clients need a few dozen at most.
 */
const MAX_COMPARISONS = 2_000;
const MAX_ALIASES = 250;
const MAX_NAME = 64;
const MAX_QUERIES = 20;
/** Maximum number of mutations: each of them may store something. */
const MAX_CHANGES = 5;

/** Deepest nesting of brackets. The parser calls itself once for each level. */
const MAX_BRACKETS = 100;

/** Whether brackets are nested so deep that parsing would exceed the call stack. Brackets in strings count too. */
export function isNestedTooDeep(text: string): boolean {
  let open = 0;
  for (const bracket of text.match(/[[\](){}]/g) ?? []) {
    open += "[({".includes(bracket) ? 1 : -1;
    if (open > MAX_BRACKETS) return true;
  }
  return false;
}

/** The size of a selection with its fragments expanded. */
type Size = { depth: number; fields: number; aliases: number };

/** Returns the limit that a document exceeds, as an error; undefined if it is within the limits. */
export function exceedsLimits(document: DocumentNode): GraphQLError | undefined {
  const { definitions } = document;
  const fragments = new Map(definitions.filter(isFragment).map((node) => [node.name.value, node]));
  if (fragments.size > MAX_FRAGMENTS) return tooMuch(`The document has more than ${MAX_FRAGMENTS} fragments.`);
  if (definitions.length - definitions.filter(isFragment).length > MAX_OPERATIONS)
    return tooMuch(`The document has more than ${MAX_OPERATIONS} operations.`);
  const measure = createMeasure(fragments);
  let fieldsInAll = 0;
  let comparisons = 0;
  for (const definition of definitions) {
    if (!isAnswered(definition)) return failure("Only queries and mutations are answered.", "BAD_REQUEST");
    const size = measure(definition.selectionSet);
    const problem = problemOf(size);
    if (problem || size === "endless") return problem;
    fieldsInAll += size.fields;
    if (fieldsInAll > MAX_FIELDS_IN_ALL)
      return tooMuch(`The document selects more than ${MAX_FIELDS_IN_ALL} fields in all.`);
    comparisons += countComparisons([definition.selectionSet], fragments);
    if (comparisons > MAX_COMPARISONS) return tooMuch("The document selects the same fields too many times.");
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      const rootProblem = rootProblemOf(definition, fragments, measure);
      if (rootProblem) return rootProblem;
    }
  }
  return undefined;
}

function problemOf(size: Size | "endless"): GraphQLError | undefined {
  if (size === "endless") return failure("A fragment contains itself.", "BAD_REQUEST");
  if (size.depth > MAX_DEPTH) return tooMuch(`The document is nested more than ${MAX_DEPTH} levels deep.`);
  if (size.fields > MAX_FIELDS) return tooMuch(`The document selects more than ${MAX_FIELDS} fields.`);
  if (size.aliases > MAX_ALIASES) return tooMuch(`The document has more than ${MAX_ALIASES} aliases.`);
  return undefined;
}

/**
 * Checks the root, because each field there causes work. The response to an introspection without aliases stays small,
 * because fields with the same name become one.
 */
function rootProblemOf(
  operation: OperationDefinitionNode,
  fragments: Fragments,
  measure: Measure,
): GraphQLError | undefined {
  const roots = fieldsOf(operation.selectionSet, fragments);
  const most = operation.operation === OperationTypeNode.MUTATION ? MAX_CHANGES : MAX_QUERIES;
  if (roots.length > most) return tooMuch(`One ${operation.operation} may have ${most} fields at its root.`);
  for (const { name, alias, selectionSet } of roots) {
    if (!name.value.startsWith("__") || name.value === "__typename") continue;
    const size = selectionSet && measure(selectionSet);
    if (alias || (size && size !== "endless" && size.aliases > 0))
      return tooMuch("Introspection is answered without aliases only.");
  }
  return undefined;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Measure = (selectionSet: SelectionSetNode) => Size | "endless";

/** Measures each fragment only once, even if it is used often. So this takes no longer than parsing the document. */
function createMeasure(fragments: Fragments): Measure {
  const known = new Map<string, Size | "endless">();

  function measure({ selections }: SelectionSetNode): Size | "endless" {
    const sum: Size = { depth: 0, fields: 0, aliases: 0 };
    for (const selection of selections) {
      const size =
        selection.kind === Kind.FIELD
          ? ofField(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? measure(selection.selectionSet)
            : ofFragment(selection.name.value);
      if (size === "endless") return size;
      sum.depth = Math.max(sum.depth, size.depth);
      sum.fields += size.fields;
      sum.aliases += size.aliases;
    }
    return sum;
  }

  function ofField({ alias, selectionSet }: FieldNode): Size | "endless" {
    const below: Size | "endless" = selectionSet ? measure(selectionSet) : { depth: 0, fields: 0, aliases: 0 };
    if (below === "endless") return below;
    // A very long alias counts as too many: the response would contain it once for each entry of a list.
    const aliases = alias ? (alias.value.length > MAX_NAME ? MAX_ALIASES + 1 : 1) : 0;
    return { depth: below.depth + 1, fields: below.fields + 1, aliases: below.aliases + aliases };
  }

  function ofFragment(name: string): Size | "endless" {
    const fragment = fragments.get(name);
    // A missing fragment counts as a field. Otherwise many uses of it would cost nothing here, but much later.
    if (!fragment) return { depth: 0, fields: 1, aliases: 0 };
    const found = known.get(name);
    if (found) return found;
    // If the fragment is reached again while it is being measured, it contains itself.
    known.set(name, "endless");
    const size = measure(fragment.selectionSet);
    known.set(name, size);
    return size;
  }

  return measure;
}

/**
 * Counts the comparisons of validation below selections that are merged. The number of fields is limited already, so
 * this takes no longer than parsing the document.
 */
function countComparisons(merged: readonly SelectionSetNode[], fragments: Fragments): number {
  const byName = new Map<string, FieldNode[]>();
  for (const field of merged.flatMap((selectionSet) => fieldsOf(selectionSet, fragments))) {
    const name = (field.alias ?? field.name).value;
    const same = byName.get(name);
    if (same) same.push(field);
    else byName.set(name, [field]);
  }
  let comparisons = 0;
  for (const fields of byName.values()) {
    if (fields.length > 1) {
      const weight = fields.reduce((sum, field) => sum + 1 + countValues(field.arguments), 0);
      comparisons += (fields.length - 1) * weight;
    }
    const below = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (below.length > 0) comparisons += countComparisons(below, fragments);
  }
  return comparisons;
}

/** Counts the values in arguments, including those in lists and objects. */
function countValues(written: readonly (ArgumentNode | ObjectFieldNode)[] = []): number {
  const count = (value: ValueNode): number => {
    if (value.kind === Kind.LIST) return value.values.reduce((sum, entry) => sum + count(entry), 1);
    return value.kind === Kind.OBJECT ? 1 + countValues(value.fields) : 1;
  };
  return written.reduce((sum, { value }) => sum + count(value), 0);
}

function fieldsOf({ selections }: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return part ? fieldsOf(part.selectionSet, fragments) : [];
  });
}

function isAnswered(definition: DefinitionNode): definition is FragmentDefinitionNode | OperationDefinitionNode {
  if (definition.kind === Kind.OPERATION_DEFINITION) return definition.operation !== OperationTypeNode.SUBSCRIPTION;
  return isFragment(definition);
}

function isFragment(definition: DefinitionNode): definition is FragmentDefinitionNode {
  return definition.kind === Kind.FRAGMENT_DEFINITION;
}

function tooMuch(message: string): GraphQLError {
  return failure(message, "MAX_COST_EXCEEDED");
}
