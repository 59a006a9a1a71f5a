import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from "graphql";

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Cached weights. A selection never changes, and a cached document has the same selections in every request. */
const counted = new WeakMap<FieldNode, number>();

/** The number of fields that one entry of a list resolves. */
export function weightOf({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  let weight = 0;
  for (const node of fieldNodes) {
    let own = counted.get(node);
    if (own === undefined) {
      own = node.selectionSet ? countFields(node.selectionSet, fragments) : 0;
      counted.set(node, own);
    }
    weight += own;
  }
  return weight;
}

/** This ends, because validation has rejected cyclic fragments, and limits bound the expansion of fragments. */
function countFields({ selections }: SelectionSetNode, fragments: Fragments): number {
  let fields = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      fields += 1 + (selection.selectionSet ? countFields(selection.selectionSet, fragments) : 0);
      continue;
    }
    const part = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
    if (part) fields += countFields(part.selectionSet, fragments);
  }
  return fields;
}
