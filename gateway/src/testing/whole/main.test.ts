import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  anonymousKeyOf,
  aTestFolder,
  type GatewayProcess,
  signUp,
  someContent,
  startGateway,
} from "../gateway-process.ts";

/** A gateway without settings that several tests share. */
let shared: { gateway: GatewayProcess; dataDir: string; contentDir: string };
const cleanUps: (() => void)[] = [];

beforeAll(async () => {
  const onCleanUp = (cleanUp: () => void) => void cleanUps.unshift(cleanUp);
  const [dataDir, contentDir] = [aTestFolder(onCleanUp), someContent(onCleanUp)];
  shared = { gateway: await startGateway({ dataDir, contentDir }, onCleanUp), dataDir, contentDir };
});
afterAll(() => {
  for (const cleanUp of cleanUps) cleanUp();
});

describe("a start that cannot succeed ends with a message and with its own exit code", () => {
  it("for wrong settings, and names every mistake", async () => {
    const gateway = await startGateway({ dataDir: aTestFolder(), settings: { PUBLIC_URL: "here", LIMITS: "maybe" } });
    expect(await gateway.end("SIGTERM")).toBe(78);
    expect(gateway.output()).toMatch(/PUBLIC_URL[\s\S]*LIMITS/);
  });

  it("for invalid lines of .env, together with mistakes in other settings", async () => {
    const cwd = aTestFolder();
    writeFileSync(join(cwd, ".env"), "DATA_DIR: /srv\nPUBLIC_URL=here\n");
    const gateway = await startGateway({ dataDir: aTestFolder(), cwd });
    expect(await gateway.end("SIGTERM")).toBe(78);
    expect(gateway.output()).toMatch(
      / {2}- \.env, line 1: DATA_DIR needs = after it[^\n]*\n {2}- PUBLIC_URL is "here"/,
    );
  });

  it("for wrong content, and names the mistakes in every file", async () => {
    const contentDir = someContent();
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, "artist.json"), '{ "name": ');
    writeFileSync(join(contentDir, "store/products.yaml"), "- title: Shirt\n  price: $25\n");
    const gateway = await startGateway({ dataDir: aTestFolder(), contentDir });
    expect(await gateway.end("SIGTERM")).toBe(65);
    expect(gateway.output()).toMatch(/because of its content:\n {2}- artist\.json, line 1: .*\n {2}- .*products\.yaml/);
  });

  it("for a port in use, before it prepares pictures", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    const gateway = await startGateway({ dataDir: aTestFolder(), contentDir: contentWithPicture(), port });
    other.close();
    expect(await gateway.end("SIGTERM")).toBe(69);
    expect(gateway.output()).toContain(`Port ${port} is taken`);
    expect(gateway.output()).not.toContain("Preparing 1 picture");
  });

  it("for a weak first password, before it prepares pictures", async () => {
    const settings = { ADMIN_PASSWORD: "passwordpassword" };
    const gateway = await startGateway({ dataDir: aTestFolder(), contentDir: contentWithPicture(), settings });
    expect(await gateway.end("SIGTERM")).toBe(78);
    expect(gateway.output()).toContain("ADMIN_PASSWORD cannot be used.");
    expect(gateway.output()).not.toContain("Preparing 1 picture");
  });

  it("for a data folder that another gateway uses", async () => {
    const second = await startGateway({ dataDir: shared.dataDir });
    expect(await second.end("SIGTERM")).toBe(74);
    expect(second.output()).toContain(`process ${shared.gateway.child.pid}`);
    expect((await fetch(`${shared.gateway.url}/healthz`)).status).toBe(200);
  });
});

it("a first start that is killed while it prepares pictures loses nothing, and the next start continues", async () => {
  const options = { dataDir: aTestFolder(), contentDir: contentWithPicture() };
  const first = await startGateway(options);
  expect(first.output()).toContain("Preparing 1 picture for every size of screen");
  await first.end("SIGKILL");
  const second = await startGateway(options);
  await expect.poll(second.output, { timeout: 60_000 }).toContain("Every picture is prepared.");
  expect(await second.end("SIGTERM")).toBe(0);
  const third = await startGateway(options);
  expect(third.output()).not.toContain("Preparing");
}, 120_000);

it("a start that has lost ADMIN_EMAIL leaves the owner's address as it was, and reports it", async () => {
  const [dataDir, contentDir] = [aTestFolder(), someContent()];
  const settings = { ADMIN_EMAIL: "ann@artist.example", ADMIN_PASSWORD: "lanterns on the pier" };
  const first = await startGateway({ dataDir, contentDir, settings });
  await first.end("SIGTERM");
  const second = await startGateway({ dataDir, contentDir });
  const config = (await (await fetch(`${second.url}/config.json`)).json()) as { admin: { email: string } };
  expect(config.admin.email).toBe("ann@artist.example");
  expect(second.output()).toContain("ADMIN_EMAIL is not set; the owner's address stays as it was");
  expect(first.output()).not.toContain("ADMIN_EMAIL");
});

it("a gateway that is stopped while it prepares pictures ends cleanly", async () => {
  const gateway = await startGateway({ dataDir: aTestFolder(), contentDir: contentWithPicture() });
  expect(await gateway.end("SIGTERM")).toBe(0);
  expect(gateway.output()).not.toMatch(/"level":[56]0/);
});

it("the start reports a misspelled setting, and a value that is cut off at a #", async () => {
  const cwd = aTestFolder();
  const lines = ["SMTP_ULR=smtp://me:hunter2@127.0.0.1", "TZ=UTC", "ADMIN_PASSWORD=lanterns on the pier #1"];
  writeFileSync(join(cwd, ".env"), `\uFEFF${lines.join("\n")}\n`);
  const gateway = await startGateway({ dataDir: aTestFolder(), cwd });
  expect(gateway.output()).toContain(
    "SMTP_ULR in .env is not a setting of Porchlight and has no effect; did you mean SMTP_URL?",
  );
  expect(gateway.output()).toContain(".env, line 3: the text from the # on is not read;");
  expect(gateway.output()).not.toMatch(/TZ|hunter2|lanterns/);
});

it("without settings all services are built in, and the cart uses version 2022-10 of the store's API", async () => {
  const { gateway } = shared;
  const builtin = "builtin";
  expect(await (await fetch(`${gateway.url}/config.json`)).json()).toEqual({
    database: { url: gateway.url, anonKey: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
    storefront: {
      domain: new URL(gateway.url).host,
      accessToken: expect.stringMatching(/^[\da-f]{32}$/),
      apiVersion: "2022-10",
    },
    admin: { email: "owner@localhost", linkedSignIn: expect.any(String) },
    music: { artistId: expect.stringMatching(/^[\dA-Za-z]{22}$/) },
    services: {
      database: builtin,
      auth: builtin,
      store: { hosted: false },
      music: builtin,
      mailingList: builtin,
      analytics: builtin,
    },
  });
});

it("a mistake in a file is reported when the file is saved, before anybody loads a page", async () => {
  const { gateway, contentDir } = shared;
  const good = readFileSync(join(contentDir, "artist.json"), "utf8");
  writeFileSync(join(contentDir, "artist.json"), good.replace('"kind"', '"themeColour": "red", "kind"'));
  await expect
    .poll(gateway.output)
    .toMatch(/\(themeColour\): must be a colour, such as #d83b65; a colour picker shows yours/);
  writeFileSync(join(contentDir, "artist.json"), good);
});

describe("the owner's password", () => {
  const signIn = async (gateway: GatewayProcess, password: string) => {
    const response = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: await anonymousKeyOf(gateway) },
      body: JSON.stringify({ email: "owner@localhost", password }),
    });
    return response.status;
  };

  it("is created and printed only at the first start, and signs the owner in", async () => {
    const dataDir = aTestFolder();
    const first = await startGateway({ dataDir });
    await expect.poll(() => first.output()).toContain("Lost it?");
    const password = /^ {6}(\S{29})$/m.exec(first.output())?.[1] ?? "";
    expect(first.output()).toContain(`${first.url}/admin`);
    expect(await signIn(first, password)).toBe(200);
    await first.end("SIGTERM");
    const second = await startGateway({ dataDir });
    expect(await signIn(second, password)).toBe(200);
    expect(second.output()).not.toMatch(/password/i);
  });

  it("is the one in the settings; if it changes there later, it is ignored with a warning", async () => {
    const dataDir = aTestFolder();
    const settings = { ADMIN_PASSWORD: "a porch with a light" };
    const first = await startGateway({ dataDir, settings });
    expect(await signIn(first, settings.ADMIN_PASSWORD)).toBe(200);
    await first.end("SIGTERM");
    expect(first.output()).not.toMatch(/password|a porch/i);
    const second = await startGateway({ dataDir, settings: { ADMIN_PASSWORD: "quite another one" } });
    await expect.poll(() => second.output()).toContain("ADMIN_PASSWORD is not the owner's password and is ignored");
    expect(await signIn(second, settings.ADMIN_PASSWORD)).toBe(200);
    expect(second.output()).not.toContain("quite another one");
  });
});

describe("SIGTERM", () => {
  it("finishes an open request, closes the data file and exits with 0", async () => {
    const dataDir = aTestFolder();
    const gateway = await startGateway({ dataDir });
    const key = await anonymousKeyOf(gateway);
    const row = JSON.stringify({ email: "ann@example.com", status: "active", source: "website-footer" });
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    const response = text(socket);
    socket.write(
      `POST /rest/v1/newsletter_subscribers HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${row.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The gateway answers 100 Continue, so it is handling the request now.
    await once(socket, "readable");
    const ended = gateway.end("SIGTERM");
    await expect.poll(() => gateway.output()).toContain('"stopping"');
    socket.write(row);
    expect(await response).toMatch(/HTTP\/1\.1 201 /);
    expect(await ended).toBe(0);
    // The write-ahead log is merged and removed.
    expect(existsSync(join(dataDir, "porchlight.db-wal"))).toBe(false);
  });
});

describe("a gateway whose list is at a provider", () => {
  it("stores no owner and no subscribers, and has the same public key with every data folder", async () => {
    const provider = await startGateway({ dataDir: aTestFolder() });
    const settings = { SUPABASE_URL: provider.url, SUPABASE_ANON_KEY: await anonymousKeyOf(provider) };
    const gateway = await startGateway({ dataDir: aTestFolder(), settings });
    const other = await startGateway({ dataDir: aTestFolder(), settings });
    expect(provider.output()).toContain("This is your password");
    expect(gateway.output()).not.toContain("This is your password");
    expect(await anonymousKeyOf(other)).toBe(await anonymousKeyOf(gateway));

    expect((await signUp(gateway, "ann@example.com")).status).toBe(201);
    for (const site of [gateway, other, provider]) expect((await signUp(site, "ann@example.com")).status).toBe(409);
    const dialog = "/mailing-list/subscribe/post-json?EMAIL=ann@example.com&FNAME=&LNAME=";
    expect(await (await fetch(gateway.url + dialog)).json()).toMatchObject({ msg: "Email already subscribed" });

    await provider.end("SIGTERM");
    expect((await signUp(gateway, "ben@example.com")).status).toBe(503);
    for (const path of ["/", "/about", "/shop", "/music", "/admin", "/healthz"]) {
      expect([path, (await fetch(gateway.url + path)).status]).toEqual([path, 200]);
    }
    expect(await gateway.end("SIGTERM")).toBe(0);
  });
});

// Last, because it ends the shared gateway.
it("the output contains no address of a fan, no key and no query", async () => {
  const { gateway } = shared;
  await signUp(gateway, "ann@example.com");
  await signUp(gateway, "ann@example.com");
  await fetch(`${gateway.url}/rest/v1/newsletter_subscribers?email=eq.ann@example.com`);
  await fetch(`${gateway.url}/nothing?token=secret-word`);
  await fetch(`${gateway.url}/checkout/cart/secret-word`);
  // The process writes the rest of its log as it ends.
  expect(await gateway.end("SIGTERM")).toBe(0);
  expect(gateway.output()).toContain('"path":"/rest/v1/newsletter_subscribers"');
  expect(gateway.output()).toContain('"path":"/checkout/cart/…"');
  expect(gateway.output()).not.toMatch(/ann@example|eyJ|secret-word/);
});

function contentWithPicture(): string {
  const contentDir = someContent();
  cpSync(join(demoContent(), "images/bio.jpg"), join(contentDir, "images/bio.jpg"));
  return contentDir;
}
