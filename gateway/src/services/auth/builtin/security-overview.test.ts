import { expect, it } from "vitest";
import { aPersonToken } from "../../../testing/signed-in.ts";
import { ofBuiltinAlone } from "../../../testing/through-hosted.ts";
import type { Person } from "../../shared/caller.ts";
import { serveBuiltinAuth } from "../builtin.case.ts";
import { aSignedInClient } from "../contract.case.ts";

type Served = Awaited<ReturnType<typeof serveBuiltinAuth>>;

async function personBehind({ auth }: Served, token: string): Promise<Person> {
  const found = await auth.identify({ apikey: auth.anonymousKey, authorization: `Bearer ${token}` });
  if (!found.ok || found.caller.role !== "authenticated") throw new Error("nobody is signed in");
  return found.caller;
}

const client = { key: "192.0.2.1", address: "192.0.2.1", userAgent: "a browser" };

it(
  "sessions show where and when they were last used, and which one is the current one",
  ofBuiltinAlone("address of a client"),
  async () => {
    const served = await serveBuiltinAuth();
    const first = await aSignedInClient(served);
    served.pass(60);
    const laptop = { ...served, fetch: served.fetchFrom({ address: "198.51.100.7", userAgent: "a laptop" }) };
    const second = await aSignedInClient(laptop);
    const person = await personBehind(served, first.session.access_token);
    const list = async () => (await served.auth.oversight.listSessions(person)).sessions;
    expect(await list()).toMatchObject([
      { isCurrent: false, address: "198.51.100.7", userAgent: "a laptop", aal: "aal1" },
      { isCurrent: true, address: "192.0.2.1" },
    ]);
    served.pass(60);
    await first.auth.refreshSession();
    const [latest] = await list();
    expect(latest?.isCurrent).toBe(true);
    expect(Date.parse(latest?.lastUsedAt ?? "") - Date.parse(latest?.createdAt ?? "")).toBe(120_000);

    expect(await served.auth.oversight.endSession(person, (await list())[1]?.id ?? "", client)).toBe(true);
    expect((await second.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
    expect(await list()).toHaveLength(1);
  },
);

it("nobody can end a session of another person or one that does not exist", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  const owner = await personBehind(served, session.access_token);
  const stranger = await personBehind(served, await aPersonToken(served.auth));
  const { endSession, listSessions } = served.auth.oversight;
  expect(await endSession(stranger, owner.sessionId, client)).toBe(false);
  expect(await endSession(owner, "nothing", client)).toBe(false);
  expect((await listSessions(owner)).sessions).toHaveLength(1);
  expect((await listSessions(stranger)).sessions).toMatchObject([{ id: stranger.sessionId }]);
});
