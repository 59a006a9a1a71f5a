import type { Writer } from "../../../data/statements.ts";
import type { AuthContext } from "./context.ts";
import { deviceCookieHeader, rememberDevice } from "./devices.ts";
import type { EndpointAnswer, EndpointRequest } from "./endpoint.ts";
import { type AmrEntry, type IssuedSession, startSession } from "./sessions.ts";

/** A session that was begun, with the cookie by which its browser is known again. */
export type BegunSession = { issued: IssuedSession; device: string };

/** Begins a session inside a change and notes the browser that it is on. */
export function beginSession(
  writer: Writer,
  { publicUrl }: Pick<AuthContext, "publicUrl">,
  { header, client, now }: Pick<EndpointRequest, "header" | "client" | "now">,
  { userId, method }: { userId: string; method: AmrEntry["method"] },
): BegunSession {
  const issued = startSession(writer, { userId, method, client, now });
  return { issued, device: rememberDevice(writer, { userId, cookies: header("cookie"), publicUrl, now }) };
}

/** Answers with a session once it is stored. */
export async function answerWithSession(
  { tokenAnswer, publicUrl }: Pick<AuthContext, "tokenAnswer" | "publicUrl">,
  { issued, device }: BegunSession,
): Promise<EndpointAnswer> {
  return {
    status: 200,
    body: await tokenAnswer(issued),
    headers: { "Set-Cookie": deviceCookieHeader(device, publicUrl) },
  };
}
