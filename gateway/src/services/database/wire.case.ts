import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { isThroughHosted } from "../../testing/through-hosted.ts";
import { NOW, serveBuiltin } from "./builtin.case.ts";
import { ADDRESS } from "./contract.case.ts";

type Call = { method?: string; headers?: Record<string, string>; body?: string };

/** A list with two subscribers, behind its routes. Tests use it without a client library. */
export class Wire {
  #served: Awaited<ReturnType<typeof serveBuiltin>> | undefined;
  #now = NOW;

  start = async (): Promise<void> => {
    this.#now = NOW;
    const ann = aSubscriber({ email: "ann@example.com", subscribed_at: "2026-02-01T10:00:00+00:00" });
    const ben = { email: "ben@example.com", subscribed_at: "2026-02-02T10:00:00.5Z", first_name: "Ben, Jr" };
    this.#served = await serveBuiltin([ann, aSubscriber({ id: 2, ...ben })], () => this.#now);
  };

  stop = (): Promise<void> | void => this.served.close();

  get served(): Awaited<ReturnType<typeof serveBuiltin>> {
    if (this.#served === undefined) throw new Error("call start first");
    return this.#served;
  }

  /**
   * Serves the list once for cases that change nothing. If it runs through a hosted list, each case starts its own.
   */
  serveOnce(): void {
    const [before, after] = isThroughHosted ? [beforeEach, afterEach] : [beforeAll, afterAll];
    before(this.start);
    after(this.stop);
  }

  passTime(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }

  send(path: string, call: Call = {}): Promise<Response> {
    return this.served.fetch(`${ADDRESS}/rest/v1${path}`, call);
  }

  asVisitor(path: string, call: Call = {}): Promise<Response> {
    return this.send(path, { ...call, headers: { apikey: this.served.anonymousKey, ...call.headers } });
  }

  asOwner(path: string, call: Call = {}): Promise<Response> {
    const authorization = `Bearer ${this.served.adminToken}`;
    return this.asVisitor(path, { ...call, headers: { authorization, ...call.headers } });
  }

  /** The table, as the site owner. */
  table(query = "", call?: Call): Promise<Response> {
    return this.asOwner(`/${SUBSCRIBERS_TABLE}${query}`, call);
  }

  remove(query: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.table(query, { method: "DELETE", headers });
  }

  /** Sends a sign-up as a visitor. A string is sent unchanged. */
  add(body: unknown, headers: Record<string, string> = {}, query = ""): Promise<Response> {
    return this.asVisitor(`/${SUBSCRIBERS_TABLE}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async emails(): Promise<string[]> {
    const rows: { email: string }[] = await bodyOf(this.table("?select=email&order=email"));
    return rows.map(({ email }) => email);
  }
}

export async function bodyOf(pending: Response | Promise<Response>) {
  return JSON.parse(await (await pending).text());
}

/** Reads the status and code of an error, "400 PGRST100". Asserts that its body has exactly the four keys. */
export async function errorOf(pending: Response | Promise<Response>): Promise<string> {
  const response = await pending;
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const body = await bodyOf(response);
  expect(Object.keys(body).sort()).toEqual(["code", "details", "hint", "message"]);
  return `${response.status} ${body.code}`;
}
