import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { anonymousKeyOf, aTestFolder } from "../testing/gateway-process.ts";
import { aLocalServer } from "../testing/local-server.ts";
import { aSecondSite, exportOf, fill, movesThereAndBack, openFolder, run } from "./move.case.ts";

/** Starts a proxy in front of a site. The proxy fails some of the requests that change the list. */
function aProxy(
  url: string,
  failureOf: (change: number) => { status: number; retryAfter?: number } | "reset" | undefined,
): Promise<string> {
  let changes = 0;
  return aLocalServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isChange = request.url?.startsWith(`/rest/v1/${SUBSCRIBERS_TABLE}`) && request.method === "POST";
    if (isChange) changes += 1;
    const failure = isChange ? failureOf(changes) : undefined;
    if (failure === "reset") return void request.socket.destroy();
    if (failure !== undefined) {
      response.writeHead(failure.status, { ...(failure.retryAfter && { "Retry-After": failure.retryAfter }) });
      return void response.end(JSON.stringify({ message: "Later, please." }));
    }
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const passed = await fetch(`${url}${request.url}`, {
      method: request.method ?? "GET",
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(passed.status, { "Content-Type": "application/json" });
    response.end(Buffer.from(await passed.arrayBuffer()));
  });
}

describe("npm run move", () => {
  it("moves a list to a second Porchlight and back to an empty folder, where it is the same byte for byte", () =>
    movesThereAndBack(3_000));

  it("continues after it was killed, and waits as long as the other site requests", async () => {
    const home = aTestFolder();
    const first = openFolder(home);
    await fill(first, 3_000);
    const { site, dir, settings } = await aSecondSite();
    let kill = () => {};
    const killing = await aProxy(site.url, (change) => {
      if (change !== 3) return undefined;
      kill();
      return "reset";
    });
    const killed = await run("move", ["--to", "supabase", "--write"], {
      settings: { ...settings, SUPABASE_URL: killing, DATA_DIR: home },
      onChild: (end) => {
        kill = end;
      },
    });
    expect(killed.code).toBe("SIGKILL");

    const failing = await aProxy(site.url, (change) => {
      if (change === 1) return { status: 429, retryAfter: 1 };
      if (change === 2) return { status: 503 };
      return change === 4 ? "reset" : undefined;
    });
    const done = await run("move", ["--to", "supabase", "--write"], {
      settings: { ...settings, SUPABASE_URL: failing, DATA_DIR: home },
    });
    expect(done).toMatchObject({ code: 0, err: expect.stringContaining("Later, please. Trying again in 1 s.") });
    expect(done.out).toContain("  2,000 added\n  1,000 there already, the same\n");
    await site.end("SIGTERM");
    expect(await exportOf(openFolder(dir))).toBe(await exportOf(first));
  });

  it("prints its help, and a clear error for wrong arguments and settings", async () => {
    const { out, code } = await run("move", ["--help"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^npm run move -- --to supabase/) });
    for (const [words, sentence] of [
      [[], "Say --to supabase or --from supabase."],
      [["--to", "supabase", "--from", "supabase"], "Say --to supabase or --from supabase, not both."],
      [["--to", "mars"], 'There is no "--to mars".'],
      [["--from=mars"], 'There is no "--from mars".'],
      [["--to", "supabase", "--wirte"], 'There is no "--wirte".'],
      [["supabase"], '"supabase" is one word too many.'],
    ] as const) {
      const { code, out, err } = await run("move", [...words]);
      expect({ code, out }).toEqual({ code: 64, out: "" });
      expect(err.startsWith(sentence)).toBe(true);
      expect(err).toContain("\n\nnpm run move -- --to supabase");
    }
    expect(await run("move", ["--to", "supabase"])).toEqual({
      code: 1,
      out: "",
      err: "Moving a list needs both SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY.\n",
    });
    const settings = { SUPABASE_URL: "https://example.supabase.co", SUPABASE_SERVICE_ROLE_KEY: "sb_publishable_x" };
    expect((await run("move", ["--to", "supabase"], { settings })).err).toMatch(
      /^SUPABASE_SERVICE_ROLE_KEY holds another/,
    );
    const file = join(aTestFolder(), "key");
    writeFileSync(file, "sb_secret_x\n");
    const empty = {
      SUPABASE_URL: settings.SUPABASE_URL,
      SUPABASE_SERVICE_ROLE_KEY_FILE: file,
      DATA_DIR: aTestFolder(),
    };
    expect((await run("move", ["--to", "supabase"], { settings: empty })).err).toMatch(/^There is no data file in /);
  });
});

describe("a second Porchlight", () => {
  it("rejects an expired key, and a service key gives access only to the list", async () => {
    const { site, dir, settings } = await aSecondSite();
    const key = settings.SUPABASE_SERVICE_ROLE_KEY ?? "";
    const home = aTestFolder();
    await fill(openFolder(home), 10);
    const headers = { apikey: await anonymousKeyOf(site), Authorization: `Bearer ${key}` };
    const statusOf = async (path: string) => (await fetch(`${site.url}${path}`, { headers })).status;
    expect(await statusOf(`/rest/v1/${SUBSCRIBERS_TABLE}`)).toBe(200);
    expect(await statusOf("/admin/api/growth")).toBe(403);
    expect(await statusOf("/admin/api/audit-log")).toBe(403);
    expect(await statusOf("/auth/v1/user")).toBe(401);

    await run("admin", ["rotate-keys"], { settings: { DATA_DIR: dir } });
    expect(
      await run("move", ["--to", "supabase", "--write"], { settings: { ...settings, DATA_DIR: home } }),
    ).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /does not accept SUPABASE_SERVICE_ROLE_KEY .* Is it the secret key, and still valid\?/,
      ),
    });
    expect(await statusOf(`/rest/v1/${SUBSCRIBERS_TABLE}`)).toBe(401);
  });
});

it("npm run import fails if the list is stored elsewhere, and prints the two commands to use", async () => {
  const settings = { SUPABASE_URL: "https://example.supabase.co", SUPABASE_ANON_KEY: "sb_publishable_x" };
  const { code, out, err } = await run("import", ["fans.csv"], { settings });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(
    "\n  npm run import -- fans.csv --folder import --write\n  npm run move -- --to supabase --folder import --write\n",
  );
});
