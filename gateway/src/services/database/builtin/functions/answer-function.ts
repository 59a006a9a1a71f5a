import { listSecret } from "../../../../data/list-secret.ts";
import type { UnsubscribeService } from "../../../shared/unsubscribe.ts";
import type { DatabaseRequest, DatabaseResponse } from "../../contract.ts";
import { FUNCTION_POLICY, type Role, roleOf } from "../../policy.ts";
import { notByMethod, notServed, PostgrestError, SCHEMA } from "../../postgrest/errors.ts";
import { parseAccept } from "../../postgrest/media.ts";
import { parseArguments } from "../../postgrest/payload.ts";
import type { Store } from "../publication.ts";
import { answerWith, forbidden, requireProfile } from "../request.ts";
import { suppressedAmong } from "../suppression.ts";
import { readDay, readHash, readInteger, readRecords, readSecret, readText, readTexts } from "./arguments.ts";
import { handOverList, takeOverList } from "./hand-over.ts";

/** Dependencies of the list's functions. */
type ListDependencies = { store: Store; unsubscribing: UnsubscribeService };

type Name = keyof typeof FUNCTION_POLICY;

/** A function of the list. The response is its result as JSON. */
type ListFunction = {
  parameters: Readonly<Record<string, "required" | "optional">>;
  call(values: ReadonlyMap<string, unknown>, dependencies: ListDependencies): unknown;
};

/** The functions, the same as in hosting/supabase/migrations. */
const FUNCTIONS: Readonly<Record<Name, ListFunction>> = {
  address_of_link: {
    parameters: { token: "required" },
    call: async (values, { unsubscribing }) =>
      (await unsubscribing.hiddenAddressOf(readText(values.get("token")))) ?? null,
  },
  leave_by_link: {
    parameters: { token: "required" },
    call: (values, { unsubscribing }) => unsubscribing.unsubscribe(readText(values.get("token"))),
  },
  list_secret: {
    parameters: {},
    call: (_values, { store }) => store.data.write(listSecret),
  },
  removed_among: {
    parameters: { emails: "required" },
    call: (values, { store }) => [...suppressedAmong(store.data.read, readTexts(values.get("emails")))],
  },
  hand_over_list: {
    parameters: { after: "optional", most: "optional" },
    call(values, { store }) {
      const [after, most] = [readText(values.get("after") ?? null), readInteger(values.get("most") ?? 1_000)];
      return store.data.write((writer) => handOverList(writer, after, most));
    },
  },
  take_over_list: {
    parameters: { secret: "required", removed: "optional" },
    call(values, { store }) {
      const secret = readSecret(values.get("secret"));
      const removed = readRecords(values.get("removed") ?? []).map((record) => ({
        address_hash: readHash(record.get("address_hash")),
        removed_on: readDay(record.get("removed_on")),
        mailbox_hash: record.get("mailbox_hash") == null ? undefined : readHash(record.get("mailbox_hash")),
      }));
      return store.data.write((writer) => takeOverList(writer, { secret, removed }));
    },
  },
};

/** @returns the name of the function that a request calls, even if it is unknown; undefined when it calls none */
export function parseFunctionName(resource: string): string | undefined {
  return /^rpc\/([^/]+)$/.exec(resource)?.[1];
}

/**
 * Answers the call of a function as PostgREST does. Only POST is allowed.
 *
 * @throws {PostgrestError} PGRST202 for an unknown function, 42501 for one that the caller may not call
 */
export async function answerFunction(
  request: DatabaseRequest,
  name: string,
  dependencies: ListDependencies,
): Promise<DatabaseResponse> {
  const { method, header, caller } = request;
  const profile = requireProfile(request);
  const media = parseAccept(header("accept"));
  if (media.format === "csv") throw notServed("The result of a function is served only as JSON.");
  if (method === "OPTIONS") return answerWith(200, null, { allow: "OPTIONS,POST" });
  const values = method === "POST" ? parseArguments(request.body, header("content-type")) : new Map<string, unknown>();
  if (method !== "POST" && method !== "GET" && method !== "HEAD") throw notByMethod(method);
  const called = isName(name) ? FUNCTIONS[name] : undefined;
  if (!isName(name) || called === undefined || !hasParameters(called, values))
    throw noSuchFunction(name, [...values.keys()]);
  if (method !== "POST") throw notByMethod(method);
  if (request.query !== "") throw notServed("A function is called without a query string.");
  const callers: readonly Role[] = FUNCTION_POLICY[name];
  if (!callers.includes(roleOf(caller))) throw forbidden(caller, `permission denied for function ${name}`);

  const result = await called.call(values, dependencies);
  const found = Array.isArray(result) ? result.length : 1;
  return answerWith(
    200,
    JSON.stringify(result),
    { "content-type": media.contentType, ...(profile !== undefined && { "content-profile": profile }) },
    { "content-range": found === 0 ? "*/*" : `0-${found - 1}/*` },
  );
}

function isName(name: string): name is Name {
  return Object.hasOwn(FUNCTIONS, name);
}

/** Whether a function has exactly these parameters. PostgREST finds a function by the names of its parameters. */
function hasParameters({ parameters }: ListFunction, values: ReadonlyMap<string, unknown>): boolean {
  const isComplete = Object.entries(parameters).every(([name, need]) => need === "optional" || values.has(name));
  return isComplete && [...values.keys()].every((name) => Object.hasOwn(parameters, name));
}

function noSuchFunction(name: string, given: readonly string[]): PostgrestError {
  const called = `${SCHEMA}.${name}`;
  const asCalled = given.length === 0 ? " without parameters" : `(${given.join(", ")})`;
  const plural = given.length > 1 ? "s" : "";
  const searched = given.length === 0 ? " without parameters" : ` with parameter${plural} ${given.join(", ")}`;
  return new PostgrestError(404, {
    code: "PGRST202",
    message: `Could not find the function ${called}${asCalled} in the schema cache`,
    details: `Searched for the function ${called}${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
  });
}
