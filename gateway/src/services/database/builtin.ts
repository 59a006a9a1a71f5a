import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { DataFile } from "../../data/data-file.ts";
import { DataFileError } from "../../data/data-file-error.ts";
import { type Changes, createChanges } from "../shared/change-events.ts";
import type { SubscriberList } from "../shared/subscriber-list.ts";
import type { UnsubscribeService } from "../shared/unsubscribe.ts";
import { findColumn } from "./builtin/columns.ts";
import { answerFunction, parseFunctionName } from "./builtin/functions/answer-function.ts";
import { answerInsert } from "./builtin/insert.ts";
import { answerInsertMany } from "./builtin/insert-many.ts";
import type { Store } from "./builtin/publication.ts";
import { answerRead } from "./builtin/read.ts";
import { answerDelete } from "./builtin/remove.ts";
import { answerWith, forbidden, readRequest } from "./builtin/request.ts";
import { createSubscriberList } from "./builtin/subscriber-list.ts";
import type { DatabaseRequest, DatabaseResponse, DatabaseService } from "./contract.ts";
import { TABLE_METHODS } from "./policy.ts";
import { notServed, PostgrestError, postgrestErrorResponse, unsupportedMethod } from "./postgrest/errors.ts";
import { noSuchBodyColumn, parsePayload } from "./postgrest/payload.ts";

type BuiltinDatabaseOptions = {
  data: DataFile;
  /** Unsubscribes by link. Functions of the list use it. */
  unsubscribing: UnsubscribeService;
  /** Stores sign-ups. By default a list without confirmation emails. */
  subscribers?: Pick<SubscriberList, "signUp">;
  /** Publishes row changes once they are on disk. By default they are not published. */
  changes?: Changes;
  clock?: () => Date;
};

/** The table of subscribers in the data file. It answers as PostgREST does over PostgreSQL. */
export function createBuiltinDatabase(options: BuiltinDatabaseOptions): DatabaseService {
  const { data, unsubscribing, changes = silentChanges(), clock = () => new Date() } = options;
  const store: Store = { data, changes, clock };
  const subscribers = options.subscribers ?? createSubscriberList(store);
  return {
    isHosted: false,
    async answer(request) {
      try {
        return await answerRequest(request, { store, unsubscribing, subscribers });
      } catch (error) {
        return answerError(error);
      }
    },
  };
}

type ListDependencies = {
  store: Store;
  unsubscribing: UnsubscribeService;
  subscribers: Pick<SubscriberList, "signUp">;
};

async function answerRequest(
  request: DatabaseRequest,
  { store, unsubscribing, subscribers }: ListDependencies,
): Promise<DatabaseResponse> {
  const called = parseFunctionName(request.resource);
  if (called !== undefined) return answerFunction(request, called, { store, unsubscribing });
  const read = readRequest(request);
  switch (read.method) {
    case "GET":
    case "HEAD":
      return answerRead(store.data.read, read);
    case "POST":
      return read.rules.insert === "any rows" ? answerInsertMany(store, read) : answerInsert(subscribers, read);
    case "DELETE":
      return answerDelete(store, read);
    case "PATCH":
    case "PUT": {
      const { columns } = parsePayload(read.body, read.contentType, read.query.columns);
      const unknown = columns.find((column) => findColumn(column) === undefined);
      if (unknown !== undefined) throw noSuchBodyColumn(unknown, SUBSCRIBERS_TABLE);
      if (read.rules.update !== "refused") {
        throw notServed("A row is changed by POST, with on_conflict and resolution=merge-duplicates.");
      }
      // No other role may update. Subscribers use forms and links, and the owner only removes.
      throw forbidden(read.caller, `permission denied for table ${SUBSCRIBERS_TABLE}`);
    }
    case "OPTIONS":
      return answerWith(200, null, { allow: TABLE_METHODS });
    default:
      throw unsupportedMethod(read.method);
  }
}

function silentChanges(): Changes {
  return createChanges(() => {});
}

function answerError(error: unknown): DatabaseResponse {
  if (error instanceof PostgrestError) return postgrestErrorResponse(error);
  if (error instanceof DataFileError) return postgrestErrorResponse(unavailable(error));
  throw error;
}

/** 503 asks the client to try again later, as PostgREST does when it lacks resources. */
function unavailable({ reason }: DataFileError): PostgrestError {
  return reason === "full"
    ? new PostgrestError(503, { code: "53100", message: "could not extend file: No space left on device" })
    : new PostgrestError(503, { code: "58030", message: "could not use the data file" });
}
