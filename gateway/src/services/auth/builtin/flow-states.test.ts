import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { inFront } from "../../../testing/through-hosted.ts";
import { serveBuiltinAuth } from "../builtin.case.ts";
import { ADDRESS, aSignedInClient } from "../contract.case.ts";
import { addFlowState, type CodeChallenge } from "./flow-states.ts";
import { findOwner } from "./users.ts";

type Served = Awaited<ReturnType<typeof serveBuiltinAuth>>;

const verifier = "a verifier that only the beginner of the flow knows";
const s256: CodeChallenge = { challenge: createHash("sha256").update(verifier).digest("base64url"), method: "s256" };

function aFlow({ data, auth }: Served, codeChallenge: CodeChallenge): Promise<string> {
  const userId = findOwner(data.read)?.id ?? "";
  const flow = { userId, codeChallenge };
  return data.write((writer) => addFlowState(writer, flow, auth.context.clock()));
}

async function exchange({ fetch, anonymousKey }: Served, auth_code: string, code_verifier = verifier) {
  const answer = await fetch(`${ADDRESS}/auth/v1/token?grant_type=pkce`, {
    method: "POST",
    headers: { apikey: anonymousKey, "X-Supabase-Api-Version": "2024-01-01" },
    body: JSON.stringify({ auth_code, code_verifier }),
  });
  // Every response of this endpoint is an object.
  return { status: answer.status, cookie: answer.headers.get("set-cookie"), body: (await answer.json()) as object };
}

it("a flow ends once, in a session for the browser that began it", async () => {
  const served = await serveBuiltinAuth();
  for (const challenge of [s256, { challenge: verifier, method: "plain" } as const]) {
    const code = await aFlow(served, challenge);
    const done = await exchange(served, code);
    expect(done).toMatchObject({ status: 200, body: { token_type: "bearer" } });
    const known = expect.stringMatching(/^__Secure-porchlight-device=/);
    expect(done.cookie).toEqual(inFront("known browsers", { builtin: known, hosted: null }));
    expect(await exchange(served, code)).toMatchObject({ status: 404, body: { code: "flow_state_not_found" } });
  }
});

it("a flow ends without a session for a browser with another verifier", async () => {
  const served = await serveBuiltinAuth();
  const code = await aFlow(served, s256);
  expect(await exchange(served, code, "another")).toMatchObject({ status: 400, body: { code: "bad_code_verifier" } });
  expect(await exchange(served, code)).toMatchObject({ body: { code: "flow_state_not_found" } });
  expect(served.data.read.all("SELECT * FROM sessions")).toEqual([]);
});

it("a flow expires after five minutes", async () => {
  const served = await serveBuiltinAuth();
  const code = await aFlow(served, s256);
  served.pass(300);
  expect(await exchange(served, code)).toMatchObject({ status: 422, body: { code: "flow_state_expired" } });
});

it("signing out everywhere also ends the waiting flows, so that they begin no new sessions", async () => {
  const served = await serveBuiltinAuth();
  for (const scope of ["global", "others"] as const) {
    const { auth } = await aSignedInClient(served);
    const code = await aFlow(served, s256);
    expect((await auth.signOut({ scope })).error).toBeNull();
    expect(await exchange(served, code)).toMatchObject({ body: { code: "flow_state_not_found" } });
  }
  const { auth } = await aSignedInClient(served);
  const code = await aFlow(served, s256);
  expect((await auth.signOut({ scope: "local" })).error).toBeNull();
  expect(await exchange(served, code)).toMatchObject({ status: 200 });
});
