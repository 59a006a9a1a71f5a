import { type ExecutionResult, execute, GraphQLError, type GraphQLFormattedError } from "graphql";
import type { StoreAnswer, StoreRequest, StoreService } from "../../contract.ts";
import { STOREFRONT_HEADERS, WRONG_TOKEN } from "../../errors.ts";
import { failure } from "../../graphql/failures.ts";
import { type GraphqlRequest, readBody } from "../../graphql/request-body.ts";
import { createTurns } from "../../graphql/turns.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import type { StoreContext } from "../context.ts";
import { createDocuments } from "./documents/documents.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import type { Belongings, RequestContext } from "./request-context.ts";
import { createCosts } from "./request-cost.ts";
import { storefrontSchema } from "./schema.ts";
import { variableErrors } from "./variables.ts";

/** What the Storefront API is answered from. */
export type StorefrontOptions = StoreContext &
  Belongings & {
    /** Where the site is, without a slash at its end. */
    publicUrl: string;
    /** What a client has to send; it is public. */
    accessToken: string;
    /** Told of errors that nobody foresaw; whoever asked learns nothing of them. */
    onError: (error: unknown) => void;
  };

/** What came of a request, and whether the same may be told to everybody else. */
type Outcome = { bytes: Buffer<ArrayBuffer>; isPublic: boolean };

/** The Storefront API of the built-in store. Every failure carries `errors`; nothing leaves as an exception. */
export function createStorefront(options: StorefrontOptions): Pick<StoreService, "answer" | "ready"> {
  const { catalogue, stock, carts, checkouts, orders, publicUrl, accessToken, onError } = options;
  const schema = storefrontSchema();
  const documents = createDocuments(schema);
  const turns = createTurns(() => performance.now());
  const costs = createCosts();
  const kept = createKeptAnswers();
  const underWay = new Map<string, Promise<unknown>>();
  const belongings: Belongings = { carts, checkouts, orders };

  async function answer(request: StoreRequest): Promise<StoreAnswer> {
    try {
      if (request.accessToken !== accessToken) return WRONG_TOKEN;
      return await answerClient(request);
    } catch (error) {
      onError(error);
      return answerOf(500, { errors: [failure("Something went wrong on our side.", "INTERNAL_SERVER_ERROR")] });
    }
  }

  /** Different whenever an answer to everybody may be another. */
  function versionOf({ version }: CatalogueSnapshot): string {
    return `${version} ${stock.version}`;
  }

  async function answerClient({ body, client }: StoreRequest): Promise<StoreAnswer> {
    // Long reads take several turns. Who asks the same meanwhile waits for that answer, which may be for everybody.
    if (underWay.has(body)) await underWay.get(body);
    const snapshot = catalogue.current();
    const version = versionOf(snapshot);
    const known = kept.find(body, version);
    if (known) return { status: 200, headers: STOREFRONT_HEADERS, body: known };

    const read = readBody(body);
    if ("errors" in read) return answerOf(400, read);
    const finish = ({ bytes, isPublic }: Outcome) => {
      if (isPublic) kept.keep(body, bytes, version);
      return bytes;
    };
    const running = run(read, snapshot, client);
    const bytes = running instanceof Promise ? await shared(body, running.then(finish)) : finish(running);
    return { status: 200, headers: STOREFRONT_HEADERS, body: bytes };
  }

  async function shared<Answer>(body: string, running: Promise<Answer>): Promise<Answer> {
    underWay.set(body, running);
    try {
      return await running;
    } finally {
      if (underWay.get(body) === running) underWay.delete(body);
    }
  }

  function run(
    { query, variables, operationName }: GraphqlRequest,
    snapshot: CatalogueSnapshot,
    client: string,
  ): Outcome | Promise<Outcome> {
    const read = documents.read(query);
    if ("errors" in read) return outcomeOf(read);
    const mistakes = variableErrors(schema, read.document, operationName, variables);
    if (mistakes.length > 0) return outcomeOf({ errors: mistakes });

    let isPublic = true;
    const cost = costs.begin();
    const context: RequestContext = {
      snapshot,
      stock,
      publicUrl,
      client,
      cost,
      turns: turns.begin(),
      belongings() {
        isPublic = false;
        return belongings;
      },
      found: { carts: new Map(), checkouts: new Map(), orders: new Map() },
      nodeTypes: new WeakMap(),
    };
    const finish = (result: ExecutionResult): Outcome => {
      cost.end();
      return outcomeOf(result, isPublic);
    };
    const result = execute({
      schema,
      document: read.document,
      contextValue: context,
      variableValues: variables,
      ...(operationName !== undefined && { operationName }),
    });
    return result instanceof Promise ? result.then(finish) : finish(result);
  }

  function outcomeOf({ data, errors }: ExecutionResult, isPublic = false): Outcome {
    const result = {
      ...(data !== undefined && { data }),
      ...(errors && { errors: errors.map(plainError) }),
    };
    return { bytes: Buffer.from(JSON.stringify(result)), isPublic: isPublic && !errors };
  }

  function plainError(error: GraphQLError): GraphQLFormattedError {
    const cause = error.originalError;
    if (!cause || cause instanceof GraphQLError) return error.toJSON();
    onError(cause);
    const { path, locations } = error.toJSON();
    return {
      message: "Something went wrong on our side.",
      ...(locations && { locations }),
      ...(path && { path }),
      extensions: { code: "INTERNAL_SERVER_ERROR" },
    };
  }

  function answerOf(status: number, result: ExecutionResult): StoreAnswer {
    return { status, headers: STOREFRONT_HEADERS, body: outcomeOf(result).bytes };
  }

  return {
    answer,
    ready: (request) =>
      request.accessToken === accessToken ? kept.findPrepared(request.body, versionOf(catalogue.current())) : undefined,
  };
}
