import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  OperationTypeNode,
} from "graphql";
import { NoPlaceError } from "../../../../lib/places.ts";
import { OverBudgetError, type Scheduler, type Task } from "../../../../lib/scheduler.ts";
import { writeJson } from "../../../../lib/write-json.ts";
import type { StoreRequest, StoreResponse, StoreService } from "../../contract.ts";
import { BUSY, GONE, overBudget, STOREFRONT_HEADERS, WRONG_TOKEN } from "../../errors.ts";
import { failure } from "../../graphql/failures.ts";
import { type GraphqlRequest, readBody } from "../../graphql/request-body.ts";
import { createResponseCache, packWithinBudget, type ResponseCache } from "../../graphql/response-cache.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import type { StoreContext } from "../context.ts";
import { nextTurn } from "./connections.ts";
import { createDocuments } from "./documents.ts";
import type { RequestContext, StorefrontServices } from "./request-context.ts";
import { createCosts } from "./request-cost.ts";
import { storefrontSchema } from "./schema.ts";
import { variableErrors } from "./variables.ts";

type StorefrontOptions = StoreContext &
  StorefrontServices & {
    /** Address of the site, without a slash at its end. */
    publicUrl: string;
    /** The public token that clients send. */
    accessToken: string;
    scheduler: Scheduler;
    /** Receives unexpected errors; the response reveals nothing about them. */
    onError: (error: unknown) => void;
  };

/** The response to a request as JSON. If it is public, it may be cached. */
type WrittenResult = { bytes: Buffer<ArrayBuffer>; isPublic: boolean };

/** A request before its document is parsed. */
type BaseContext = Pick<RequestContext, "snapshot" | "client" | "task"> & Pick<StoreRequest, "gone">;

/** The client of a query has disconnected. */
class GoneError extends Error {
  override readonly name = "GoneError";
}

const TOO_COSTLY = {
  message: "Too many costly requests. Please wait a moment.",
  extensions: { code: "THROTTLED" },
} as const;

/** Continues at once if the task's time slice has time left, otherwise in its next slice. */
function inNextSlice<Result>(task: Task, next: () => Result | Promise<Result>): Result | Promise<Result> {
  const slice = task.pause();
  return slice ? slice.then(next) : next();
}

/** The Storefront API of the built-in store. Every failure has `errors`; nothing is thrown. */
export function createStorefront(options: StorefrontOptions): Pick<StoreService, "answer" | "findPrepared"> {
  const { catalogue, stock, carts, checkouts, orders, publicUrl, accessToken, scheduler, onError } = options;
  const schema = storefrontSchema();
  const documents = createDocuments(schema);
  const costs = createCosts();
  const cache = createResponseCache();
  let cachedVersion = "";
  const inFlight = new Map<string, Promise<unknown>>();
  const visitorServices: StorefrontServices = { carts, checkouts, orders };

  async function answer(request: StoreRequest): Promise<StoreResponse> {
    try {
      if (request.accessToken !== accessToken) return WRONG_TOKEN;
      return await answerClient(request);
    } catch (error) {
      if (error instanceof OverBudgetError) return overBudget(error);
      if (error instanceof NoPlaceError) return BUSY;
      if (error instanceof GoneError) return GONE;
      onError(error);
      return answerOf(500, { errors: [failure("Something went wrong on our side.", "INTERNAL_SERVER_ERROR")] });
    }
  }

  /** Changes whenever a public response may change. */
  function toVersion({ version }: CatalogueSnapshot): string {
    return `${version} ${stock.version}`;
  }

  /** The cached responses of the current catalogue and stock. */
  function currentCache(): ResponseCache {
    const version = toVersion(catalogue.current());
    if (version !== cachedVersion) cache.clear();
    cachedVersion = version;
    return cache;
  }

  async function answerClient({ body, client, gone }: StoreRequest): Promise<StoreResponse> {
    const cached = currentCache().find(body);
    if (!cached) return scheduler.run(client, (task) => work(body, { client, task, gone }));
    await packWithinBudget(scheduler, client, cached);
    return { status: 200, headers: STOREFRONT_HEADERS, body: cached.body };
  }

  async function work(body: string, base: Omit<BaseContext, "snapshot">): Promise<StoreResponse> {
    const { task, gone } = base;
    if (gone?.aborted) return GONE;
    const read = readBody(body);
    if ("errors" in read) return answerOf(400, read);
    const slice = task.pause();
    if (slice) await slice;
    // A long read takes several time slices. If the same one is running, this one waits: the response may be public.
    const sameRequest = inFlight.get(body);
    if (sameRequest) {
      // Even if that one failed, this one may succeed.
      await sameRequest.catch(() => {});
      await task.resume();
    }
    const cached = currentCache().find(body);
    if (cached) return { status: 200, headers: STOREFRONT_HEADERS, body: cached.body };
    const snapshot = catalogue.current();
    const version = toVersion(snapshot);
    const finish = ({ bytes, isPublic }: WrittenResult) => {
      if (isPublic && version === cachedVersion) cache.store(body, bytes);
      return bytes;
    };
    const running = run(read, { ...base, snapshot });
    const finished = running instanceof Promise ? running.then(finish) : finish(running);
    // A change is never public. Waiting for the same one of another client would only delay it.
    const bytes = await (finished instanceof Promise && isQuery(read) ? shared(body, finished) : finished);
    return { status: 200, headers: STOREFRONT_HEADERS, body: bytes };
  }

  function isQuery({ query, operationName }: GraphqlRequest): boolean {
    const read = documents.read(query);
    if ("errors" in read) return false;
    return getOperationAST(read.document, operationName)?.operation === OperationTypeNode.QUERY;
  }

  async function shared<Answer>(body: string, running: Promise<Answer>): Promise<Answer> {
    inFlight.set(body, running);
    try {
      return await running;
    } finally {
      if (inFlight.get(body) === running) inFlight.delete(body);
    }
  }

  /** A long document takes a time slice, and so do many variables. Only then are fields resolved. */
  function run(request: GraphqlRequest, base: BaseContext): WrittenResult | Promise<WrittenResult> {
    const { query, variables, operationName } = request;
    const read = documents.read(query);
    if ("errors" in read) return writeErrors(read);
    const { document } = read;
    return inNextSlice(base.task, () => {
      const mistakes = variableErrors(schema, document, operationName, variables);
      if (mistakes.length > 0) return writeErrors({ errors: mistakes });
      return inNextSlice(base.task, () => resolve(document, request, base));
    });
  }

  function resolve(
    document: DocumentNode,
    { variables, operationName }: GraphqlRequest,
    { snapshot, client, task, gone }: BaseContext,
  ): WrittenResult | Promise<WrittenResult> {
    let isPublic = true;
    const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
    const cost = isQuery ? costs.begin(client, task.check, gone) : costs.begin(client);
    const context: RequestContext = {
      snapshot,
      stock,
      publicUrl,
      client,
      cost,
      task,
      visitorServices() {
        isPublic = false;
        return visitorServices;
      },
      found: { carts: new Map(), checkouts: new Map(), orders: new Map() },
      nodeTypes: new WeakMap(),
    };
    const finish = async (result: ExecutionResult): Promise<WrittenResult> => {
      try {
        const turn = cost.isCrowdedOut ? undefined : nextTurn({ cost, task });
        if (turn) await turn.catch(() => {});
        // If a mutation failed as a whole, the client would repeat it, although its change is stored.
        if (isQuery) {
          if (gone?.aborted) throw new GoneError();
          if (cost.isCrowdedOut) throw new NoPlaceError();
          const overBudgetError = result.errors?.find(({ originalError }) => originalError instanceof OverBudgetError);
          if (overBudgetError) throw overBudgetError.originalError;
        }
        const bytes = await writeJson(plainResult(result), task);
        return { bytes, isPublic: isPublic && !result.errors };
      } finally {
        // Until here the response takes up memory.
        cost.end();
      }
    };
    const result = execute({
      schema,
      document,
      contextValue: context,
      variableValues: variables,
      ...(operationName !== undefined && { operationName }),
    });
    return result instanceof Promise ? result.then(finish) : finish(result);
  }

  function plainResult({ data, errors }: ExecutionResult): object {
    return { ...(data !== undefined && { data }), ...(errors && { errors: errors.map(plainError) }) };
  }

  /** A response with only errors. */
  function writeErrors(result: ExecutionResult): WrittenResult {
    return { bytes: Buffer.from(JSON.stringify(plainResult(result))), isPublic: false };
  }

  function plainError(error: GraphQLError): GraphQLFormattedError {
    const cause = error.originalError;
    if (cause instanceof OverBudgetError) return { ...error.toJSON(), ...TOO_COSTLY };
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

  function answerOf(status: number, result: ExecutionResult): StoreResponse {
    return { status, headers: STOREFRONT_HEADERS, body: writeErrors(result).bytes };
  }

  return {
    answer,
    findPrepared: (request) =>
      request.accessToken === accessToken ? currentCache().find(request.body)?.prepared : undefined,
  };
}
