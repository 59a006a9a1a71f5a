import type { Caller } from "../shared/caller.ts";

/**
 * A request to the table interface, unparsed: a hosted database passes it on, the built-in one parses it.
 */
export type DatabaseRequest = {
  method: string;
  /** The path after `/rest/v1/`, decoded: `newsletter_subscribers`; empty for the root. */
  resource: string;
  /** Query string without `?` and without `apikey`, still encoded. */
  query: string;
  /** Reads a request header. The case of the name does not matter. */
  header: (name: string) => string | undefined;
  /** Body as text; empty when there is none. */
  body: string;
  caller: Caller;
};

/** The response to a {@link DatabaseRequest}. */
export type DatabaseResponse = {
  status: number;
  headers: Record<string, string>;
  /** Null without a body; a stream when the response of a provider is passed on. */
  body: string | ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** How many rows a DELETE removed. It is not sent to the client. */
  removed?: number;
};

/** A service that answers as PostgREST does for the table of subscribers. */
export interface DatabaseService {
  /**
   * Answers one request under the row-level rules of its caller. A change is on disk when the response reports success.
   *
   * @throws {ProviderError} when the provider of a hosted list did not answer
   */
  answer(request: DatabaseRequest): Promise<DatabaseResponse>;
  readonly isHosted: boolean;
}
