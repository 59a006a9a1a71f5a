import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProvider } from "../../../lib/provider/provider.ts";
import { serveBuiltin } from "../builtin.case.ts";
import { MoveError } from "./list-end.ts";
import { aRow } from "./moves.case.ts";
import { createRemoteEnd } from "./remote-end.ts";
import { createRetryingClient } from "./retrying-client.ts";
import { countRows, findRow } from "./rows.ts";

const URL_THERE = "https://project.supabase.test";
const SILENT = { warn: () => {}, info: () => {} };

/** The list of a second Porchlight, and the requests that it got. @param interfere may replace a response */
async function aRemoteEnd(interfere: (path: string, nth: number) => Response | Error | undefined = () => undefined) {
  const served = await serveBuiltin([aRow({ id: 4, email: "there@example.com" })]);
  const requests: { path: string; body: string }[] = [];
  const waits: number[] = [];
  const provider = createProvider({
    name: URL_THERE,
    url: URL_THERE,
    log: SILENT,
    now: () => waits.reduce((sum, seconds) => sum + seconds * 1_000, 0),
    wait: async () => {},
    fetch: async (input, init) => {
      const path = String(input).slice(URL_THERE.length);
      requests.push({ path, body: String(init?.body ?? "") });
      const other = interfere(path, requests.length);
      if (other instanceof Error) throw other;
      return other ?? served.fetch(`http://porchlight.test${path}`, init);
    },
  });
  const send = createRetryingClient(provider, {
    serviceKey: served.serviceToken,
    onWait: (seconds) => waits.push(seconds),
    wait: async () => {},
  });
  const end = createRemoteEnd(send, URL_THERE);
  onTestFinished(async () => {
    end.close();
    await served.close();
  });
  const stored = () => served.data.read.all(`SELECT * FROM ${SUBSCRIBERS_TABLE} ORDER BY id`);
  return { end, requests, waits, stored };
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** A body that never ends: read to its end, it would fill the memory. */
function endless(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)) });
}

describe("a remote list", () => {
  it("is read completely, in pages of any size", async () => {
    const { end, stored, requests } = await aRemoteEnd();
    await end.add(Array.from({ length: 1_300 }, (_, at) => aRow({ id: at + 10, email: `fan${at}@example.com` })));
    const read: number[] = [];
    await end.refresh((rows) => read.push(rows));
    expect(read).toEqual([1_000, 1_301]);
    expect(countRows(end.rows)).toBe(stored().length);
    expect(findRow(end.rows, "fan7@example.com")).toEqual(aRow({ id: 17, email: "fan7@example.com" }));
    expect(requests.at(-1)?.path).toContain("id=gt.1309");
  });

  it("stores rows with their ids, or with other ids if those are taken", async () => {
    const { end, stored } = await aRemoteEnd();
    const rows = [5, 4, 3].map((id) => aRow({ id, email: `fan${id}@example.com` }));
    // The list was not read before, so only the error shows that the id 4 is taken.
    expect(await end.add(rows)).toEqual([]);
    expect(stored()).toMatchObject([rows[2], { id: 4, email: "there@example.com" }, rows[0], { ...rows[1], id: 6 }]);
    await end.refresh(() => {});
    expect(await end.add([aRow({ id: 5, email: "eve@example.com" })])).toEqual([]);
    expect(stored()).toHaveLength(5);
  });

  it("stores all valid rows, and returns the refused ones", async () => {
    const { end, stored } = await aRemoteEnd();
    const rows = Array.from({ length: 20 }, (_, at) => aRow({ id: at + 10, email: `fan${at}@example.com` }));
    const odd = [aRow({ id: 40, source: "elsewhere" }), aRow({ id: 41, email: "no address" })];
    expect(await end.add([...rows.slice(0, 10), ...odd, ...rows.slice(10)])).toEqual(odd);
    expect(stored().slice(1)).toEqual(rows);
  });

  it("does not change rows that exist by now, but unsubscribes rows", async () => {
    const { end, stored } = await aRemoteEnd();
    await end.add([aRow({ id: 9, email: "there@example.com", first_name: "Other" })]);
    const there = aRow({ id: 4, email: "there@example.com" });
    expect(stored()).toEqual([there]);
    await end.unsubscribe([there]);
    expect(stored()).toEqual([{ ...there, status: "unsubscribed" }]);
  });

  it("gets only bodies that a Porchlight accepts", async () => {
    const { end, requests, stored } = await aRemoteEnd();
    const name = "漢".repeat(200);
    const rows = Array.from({ length: 400 }, (_, at) =>
      aRow({ id: at + 10, email: `fan${at}@example.com`, first_name: name, last_name: name }),
    );
    await end.add(rows);
    expect(stored()).toHaveLength(401);
    expect(requests.length).toBeGreaterThan(2);
    expect(Math.max(...requests.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(256 * 1024);
  });
});

describe("an error of a remote list", () => {
  it("is retried after the pause that the provider asks for, up to a limit", async () => {
    const { end, waits } = await aRemoteEnd((_path, nth) => {
      if (nth === 1) return json(429, { message: "slow down" }, { "Retry-After": "7" });
      if (nth === 2) return json(429, { message: "slow down" }, { "Retry-After": "86400" });
      if (nth === 3) return json(500, { message: "oh no" });
      return undefined;
    });
    await end.refresh(() => {});
    expect(waits).toEqual([7, 120, 4]);
  });

  it("ends the move when it persists", async () => {
    const { end, waits } = await aRemoteEnd(() => new Error("no route"));
    await expect(end.refresh(() => {})).rejects.toThrow(/^https:\/\/project\.supabase\.test does not answer \(.*\)\.$/);
    expect(waits).toHaveLength(7);
  });

  it.each<[what: string, response: () => Response, sentence: RegExp]>([
    ["a rejected key", () => json(401, { message: "Invalid API key" }), /SUPABASE_SERVICE_ROLE_KEY/],
    ["a project without the table", () => json(404, { code: "PGRST205", message: "no" }), /Apply hosting\/supabase/],
    [
      "another error",
      () => json(400, { code: "42P10", message: "no such index" }),
      /refused: no such index \(400, 42P10\)/,
    ],
    ["a page of another server", () => new Response("<h1>Hello</h1>"), /no list of subscribers/],
    ["rows of another shape", () => json(200, [{ id: "1" }]), /no list of subscribers/],
    ["the same row again and again", () => json(200, [aRow()]), /no list of subscribers/],
    ["a response without end", () => new Response(endless()), /does not answer \(.* broke off its response\.\)/],
    ["an invalid time", () => json(200, [{ ...aRow(), subscribed_at: "soon" }]), /no list of subscribers/],
  ])("becomes a sentence: %s", async (_what, response, sentence) => {
    const { end } = await aRemoteEnd(response);
    const failed = end.refresh(() => {});
    await expect(failed).rejects.toThrow(sentence);
    await expect(failed).rejects.toBeInstanceOf(MoveError);
  });
});
