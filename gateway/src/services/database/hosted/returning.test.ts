import { SUBSCRIBERS_TABLE, UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../../lib/provider/provider.ts";
import { silentLog } from "../../../testing/gateway-in-memory.ts";
import type { EmailMessage } from "../../shared/outgoing-messages.ts";
import { createHostedProject } from "../../shared/supabase-project.ts";
import { createHostedDatabase } from "../hosted.ts";
import { createHostedReturning } from "./returning.ts";
import { createHostedSubscriberList } from "./subscriber-list.ts";

const ANN = "ann@example.com";

/** A project that has a link for an address or none, and that records its requests. */
function aProject(options: { token?: string | null; hasMail?: boolean; isListed?: boolean } = {}) {
  const { token = null, hasMail = true, isListed = false } = options;
  const requests: { path: string; headers: Headers; body: unknown }[] = [];
  const emails: EmailMessage[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    requests.push({ path: pathname, headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
    if (pathname.includes("/rpc/")) return Response.json(token);
    return isListed ? Response.json({ code: UNIQUE_VIOLATION }, { status: 409 }) : new Response(null, { status: 201 });
  };
  const provider = createProvider({ name: "Supabase", url: "https://a.supabase.co", log: silentLog, fetch });
  const project = createHostedProject(provider, "sb_publishable_a");
  const returning = createHostedReturning({
    project,
    publicUrl: "https://artist.example",
    sendEmail: async (email) => void emails.push(email),
    artistName: () => "Harbour Line",
    log: silentLog,
  });
  const database = createHostedDatabase(project, hasMail ? returning : undefined);
  const insert = (row: unknown, headers: Record<string, string> = {}) =>
    database.answer({
      method: "POST",
      resource: SUBSCRIBERS_TABLE,
      query: "",
      header: (name) => ({ "content-type": "application/json", ...headers })[name],
      body: typeof row === "string" ? row : JSON.stringify(row),
      caller: { role: "anonymous" },
    });
  return { requests, emails, returning, insert, subscribers: createHostedSubscriberList(project, returning) };
}

const SIGN_UP = { email: ANN, status: "active", source: "website-footer" };

describe("a sign-up for a list at Supabase", () => {
  it("has its email normalised; if that is impossible, the email becomes empty and the table rejects it", async () => {
    const { requests, insert } = aProject();
    await insert({ ...SIGN_UP, email: "Target@ｇmail.com" });
    await insert([{ ...SIGN_UP, email: "ann@example.com/x" }]);
    const stored = requests.filter(({ path }) => path.endsWith(SUBSCRIBERS_TABLE));
    expect(stored.map(({ body }) => body)).toEqual([
      [{ ...SIGN_UP, email: "target@gmail.com" }],
      [{ ...SIGN_UP, email: "" }],
    ]);
  });

  it.each(["a\0@example.com", "\ud83c@example.com"])(
    "is passed on unchanged when its email is not valid text: %j",
    async (email) => {
      const { requests, insert } = aProject();
      await insert({ ...SIGN_UP, email });
      expect(requests[0]?.body).toEqual([{ ...SIGN_UP, email }]);
    },
  );

  it("is rejected by the gateway if it is not JSON, because the gateway could not check it", async () => {
    const { requests, insert } = aProject();
    for (const type of ["text/csv", "application/x-www-form-urlencoded"]) {
      expect((await insert("email=a%40b.co", { "content-type": type })).status).toBe(400);
    }
    expect(requests).toEqual([]);
  });

  it("gets its response first if the address has unsubscribed, and then the link by email", async () => {
    const { emails, insert, requests, returning } = aProject({ token: "the-token" });
    expect(await insert(SIGN_UP, { prefer: "count=exact", accept: "application/vnd.pgrst.object+json" })).toMatchObject(
      {
        status: 201,
        body: null,
      },
    );
    expect(requests[0]?.headers.get("x-porchlight-returning")).toBe("by-link");
    // Neither header requests the number of stored rows.
    expect(requests[0]?.headers.get("prefer")).toBe("return=minimal");
    expect(requests[0]?.headers.get("accept")).toBe("application/json");
    await returning.settle();
    expect(emails).toMatchObject([
      { to: ANN, text: expect.stringContaining("https://artist.example/confirm?t=the-token") },
    ]);
  });

  it("needs the link even if it comes from the dialog", async () => {
    const { emails, requests, returning, subscribers } = aProject({ token: "the-token" });
    const names = { first_name: null, last_name: null };
    expect(await subscribers.signUp({ email: ANN, source: "website-dialog", ...names })).toBe("joined");
    await returning.settle();
    expect(requests[0]?.headers.get("x-porchlight-returning")).toBe("by-link");
    expect(emails).toHaveLength(1);
  });

  it("that is repeated sends the link again, if the list has a new one", async () => {
    const { emails, insert, returning, subscribers } = aProject({ token: "the-token", isListed: true });
    expect((await insert(SIGN_UP)).status).toBe(409);
    await returning.settle();
    expect(emails).toHaveLength(1);
    const names = { first_name: null, last_name: null };
    expect(await subscribers.signUp({ email: ANN, source: "website-dialog", ...names })).toBe("already-subscribed");
    await returning.settle();
    expect(emails).toHaveLength(2);
  });

  it("sends nothing for any other address", async () => {
    const { emails, insert, returning } = aProject();
    await insert(SIGN_UP);
    await returning.settle();
    expect(emails).toEqual([]);
  });

  it.each([
    ["several rows", [SIGN_UP, SIGN_UP], {}],
    ["a row that is to be returned", SIGN_UP, { prefer: "return=representation" }],
    ["a row whose URL is to be returned", SIGN_UP, { prefer: "return=headers-only" }],
    ["a row that ignores duplicates", SIGN_UP, { prefer: "resolution=ignore-duplicates" }],
  ])("is rejected in the same way for every email if the table rejects it anyway: %s", async (_, rows, headers) => {
    const { requests, insert } = aProject();
    await insert(rows, headers);
    expect(requests[0]?.headers.has("x-porchlight-returning")).toBe(false);
  });

  it("puts an address back on the list at once if the gateway cannot send emails", async () => {
    const { requests, insert } = aProject({ token: "the-token", hasMail: false });
    await insert(SIGN_UP, { "x-porchlight-returning": "by-link" });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.has("x-porchlight-returning")).toBe(false);
  });
});
