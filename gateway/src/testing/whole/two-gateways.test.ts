// Two gateways share one list at a provider. Each has its own data folder.
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { aMailServerAtAPort } from "../../services/mail/mail-server.case.ts";
import { anonymousKeyOf, aTestFolder, signUp, startGateway } from "../gateway-process.ts";
import { openDashboard } from "../open-dashboard.ts";
import { OWNER } from "../signed-in.ts";

const FANS = ["ada@fans.example", "bo@fans.example", "cleo@fans.example"];

it("only the gateway where a newsletter was written sends it, even after both have started again", async () => {
  const received: string[] = [];
  const port = await aMailServerAtAPort({
    async onData(stream, { envelope }, callback) {
      await buffer(stream);
      received.push(...envelope.rcptTo.map(({ address }) => address));
      callback();
    },
  });
  const provider = await startGateway({
    dataDir: aTestFolder(),
    settings: { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
  });
  for (const email of FANS) expect((await signUp(provider, email)).status).toBe(201);
  const settings = {
    ADMIN_EMAIL: OWNER.email,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "hello@artist.example",
    SUPABASE_URL: provider.url,
    SUPABASE_ANON_KEY: await anonymousKeyOf(provider),
  };
  const folders = [aTestFolder(), aTestFolder()];
  const start = () => Promise.all(folders.map((dataDir) => startGateway({ dataDir, settings })));
  const states = (gateways: Awaited<ReturnType<typeof start>>) =>
    Promise.all(
      gateways.map(async (gateway) => {
        const { newsletters } = (await (await openDashboard(gateway))("GET", "newsletters")).body;
        // The response of our own gateway has this shape.
        return (newsletters as { state: string }[]).map(({ state }) => state);
      }),
    );

  const [first, second] = await start();
  if (first === undefined || second === undefined) throw new Error("Two gateways are needed");
  const ask = await openDashboard(first);
  await ask("PUT", "newsletters/settings", {
    postalAddress: "Harbour Line\n1 Pier Road\nKingston",
    isConfirmed: false,
    welcome: { subject: "", body: "" },
  });
  const { id, revision } = (await ask("POST", "newsletters", {})).body;
  const written = await ask("PATCH", `newsletters/${id}`, { revision, subject: "A new song", body: "It is out." });
  expect((await ask("POST", `newsletters/${id}/send`, { revision: written.body.revision })).status).toBe(202);
  await expect.poll(() => states([first, second]), { timeout: 20_000 }).toEqual([["sent"], []]);
  // A gateway checks its newsletters when it starts, and finishes what it sends before it stops.
  await Promise.all([first.end("SIGTERM"), second.end("SIGTERM")]);
  const again = await start();
  expect(await states(again)).toEqual([["sent"], []]);
  await Promise.all(again.map((gateway) => gateway.end("SIGTERM")));
  expect(received.toSorted()).toEqual(FANS);
}, 60_000);
