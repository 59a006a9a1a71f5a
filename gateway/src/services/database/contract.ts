import type { Caller } from "../shared/caller.ts";

/**
 * A request to the table interface. It stays in the words of the wire, so that a hosted database
 * can be handed the same request unread and a built-in one reads it itself.
 */
export type DatabaseRequest = {
  method: string;
  /** What follows `/rest/v1/`, decoded: `newsletter_subscribers`, or empty for the root. */
  resource: string;
  /** Query string without its `?`, still encoded, without `apikey`. */
  query: string;
  /** Reads a request header, whatever the case of its name. */
  header: (name: string) => string | undefined;
  /** Body as text, empty when there is none. */
  body: string;
  caller: Caller;
};

/** Answer to a {@link DatabaseRequest}, ready for the wire. */
export type DatabaseResponse = {
  status: number;
  headers: Record<string, string>;
  /** Null when the answer has no body; a stream where it is passed on as it comes. */
  body: string | ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** How many rows a DELETE removed; absent on every other answer. Not for the wire. */
  removed?: number;
};

/** What we ask of any database service: to answer as PostgREST does for the table of subscribers. */
export interface DatabaseService {
  /**
   * Answers one request under the row-level rules of its caller.
   * A change was stored for good when the answer says so.
   *
   * @throws {ProviderError} when a provider keeps the list and gave no answer
   */
  answer(request: DatabaseRequest): Promise<DatabaseResponse>;
  readonly isHosted: boolean;
}
