import {
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLSchema,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  print,
  typeFromAST,
} from "graphql";
import type { Variables } from "../../graphql/request-body.ts";
import { isGlobalId } from "./ids.ts";

/** Maximum number of mistakes in one response. */
const MAX_PROBLEMS = 10;

type Problem = { path: (string | number)[]; explanation: string };

/**
 * Validates the variables of an operation, with the messages of hosted stores: "Variable $input of type
 * CheckoutCreateInput! was provided invalid value for lineItems.0.quantity (…)".
 */
export function variableErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  variables: Variables,
): GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  return (operation?.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    if (!type || !isInputType(type)) return [];
    if (!Object.hasOwn(variables, name) && (definition.defaultValue || !isNonNullType(type))) return [];
    const problems = problemsOf(Object.hasOwn(variables, name) ? variables[name] : undefined, type);
    return problems.length === 0 ? [] : [errorOf(name, print(definition.type), problems)];
  });
}

function errorOf(name: string, type: string, problems: readonly Problem[]): GraphQLError {
  const details = problems.map(({ path, explanation }) =>
    path.length > 0 ? `for ${path.join(".")} (${explanation})` : `(${explanation})`,
  );
  return new GraphQLError(`Variable $${name} of type ${type} was provided invalid value ${details.join(", ")}`, {
    extensions: { problems },
  });
}

/** Ends the validation. Each problem creates an error with a stack, so we find no more than we report. */
class EnoughProblems extends Error {
  override readonly name = "EnoughProblems";
}

function problemsOf(value: unknown, type: GraphQLInputType): Problem[] {
  const problems: Problem[] = [];
  const note = (problem: Problem) => {
    problems.push(problem);
    if (problems.length >= MAX_PROBLEMS) throw new EnoughProblems();
  };
  try {
    const coerced: unknown = coerceInputValue(value, type, (path, _, error) =>
      note({ path: [...path], explanation: error.message.slice(0, 200) }),
    );
    if (problems.length === 0) for (const problem of badIds(coerced, type, [])) note(problem);
  } catch (error) {
    if (!(error instanceof EnoughProblems)) throw error;
  }
  return problems;
}

/** Finds malformed ids in a value of a valid type. */
function* badIds(value: unknown, type: GraphQLInputType, path: Problem["path"]): Generator<Problem> {
  if (isNonNullType(type)) {
    yield* badIds(value, type.ofType, path);
  } else if (isListType(type) && Array.isArray(value)) {
    for (const [at, part] of value.entries()) yield* badIds(part, type.ofType, [...path, at]);
  } else if (isInputObjectType(type) && typeof value === "object" && value !== null) {
    const fields = type.getFields();
    for (const [key, part] of Object.entries(value)) {
      const field = fields[key];
      if (field) yield* badIds(part, field.type, [...path, key]);
    }
  } else if (type === GraphQLID && typeof value === "string" && !isGlobalId(value)) {
    yield { path, explanation: `Invalid global id '${value.slice(0, 100)}'` };
  }
}
