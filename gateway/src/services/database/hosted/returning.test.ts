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

/** A project that has a link for an address, or none, and notes what it is asked. */
function aProject(options: { token?: string | null; hasMail?: boolean; isListed?: boolean } = {}) {
  const { token = null, hasMail = true, isListed = false } = options;
  const asked: { path: string; headers: Headers; body: unknown }[] = [];
  const emails: EmailMessage[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    asked.push({ path: pathname, headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
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
  return { asked, emails, returning, insert, subscribers: createHostedSubscriberList(project, returning) };
}

const SIGN_UP = { email: ANN, status: "active", source: "website-footer" };

describe("a sign-up for a list at Supabase", () => {
  it("has its email normalised, and an email that cannot be normalised emptied, so that the table rejects it", async () => {
    const { asked, insert } = aProject();
    await insert({ ...SIGN_UP, email: "Target@ｇmail.com" });
    await insert([{ ...SIGN_UP, email: "ann@example.com/x" }]);
    const stored = asked.filter(({ path }) => path.endsWith(SUBSCRIBERS_TABLE));
    expect(stored.map(({ body }) => body)).toEqual([
      [{ ...SIGN_UP, email: "target@gmail.com" }],
      [{ ...SIGN_UP, email: "" }],
    ]);
  });

  it.each(["a\0@example.com", "\ud83c@example.com"])(
    "goes on as it came when its email is no text: %j",
    async (email) => {
      const { asked, insert } = aProject();
      await insert({ ...SIGN_UP, email });
      expect(asked[0]?.body).toEqual([{ ...SIGN_UP, email }]);
    },
  );

  it("that is not JSON is rejected by the gateway, which could not check it", async () => {
    const { asked, insert } = aProject();
    for (const type of ["text/csv", "application/x-www-form-urlencoded"]) {
      expect((await insert("email=a%40b.co", { "content-type": type })).status).toBe(400);
    }
    expect(asked).toEqual([]);
  });

  it("of an address that left is sent its link, and answered before that", async () => {
    const { emails, insert, asked, returning } = aProject({ token: "the-token" });
    expect(await insert(SIGN_UP, { prefer: "count=exact", accept: "application/vnd.pgrst.object+json" })).toMatchObject(
      {
        status: 201,
        body: null,
      },
    );
    expect(asked[0]?.headers.get("x-porchlight-returning")).toBe("by-link");
    // Neither says how many rows were stored.
    expect(asked[0]?.headers.get("prefer")).toBe("return=minimal");
    expect(asked[0]?.headers.get("accept")).toBe("application/json");
    await returning.settle();
    expect(emails).toMatchObject([
      { to: ANN, text: expect.stringContaining("https://artist.example/confirm?t=the-token") },
    ]);
  });

  it("by the dialog is no way around it", async () => {
    const { emails, asked, returning, subscribers } = aProject({ token: "the-token" });
    const names = { first_name: null, last_name: null };
    expect(await subscribers.signUp({ email: ANN, source: "website-dialog", ...names })).toBe("joined");
    await returning.settle();
    expect(asked[0]?.headers.get("x-porchlight-returning")).toBe("by-link");
    expect(emails).toHaveLength(1);
  });

  it("that is a second one is sent the link anew, if the list has one by now", async () => {
    const { emails, insert, returning, subscribers } = aProject({ token: "the-token", isListed: true });
    expect((await insert(SIGN_UP)).status).toBe(409);
    await returning.settle();
    expect(emails).toHaveLength(1);
    const names = { first_name: null, last_name: null };
    expect(await subscribers.signUp({ email: ANN, source: "website-dialog", ...names })).toBe("already-subscribed");
    await returning.settle();
    expect(emails).toHaveLength(2);
  });

  it("of any other address sends nothing", async () => {
    const { emails, insert, returning } = aProject();
    await insert(SIGN_UP);
    await returning.settle();
    expect(emails).toEqual([]);
  });

  it.each([
    ["several rows", [SIGN_UP, SIGN_UP], {}],
    ["a row that asks to be shown", SIGN_UP, { prefer: "return=representation" }],
    ["a row that asks for its address", SIGN_UP, { prefer: "return=headers-only" }],
    ["a row that would step aside", SIGN_UP, { prefer: "resolution=ignore-duplicates" }],
  ])("that is refused in any case is refused in the same way for every address: %s", async (_, rows, headers) => {
    const { asked, insert } = aProject();
    await insert(rows, headers);
    expect(asked[0]?.headers.has("x-porchlight-returning")).toBe(false);
  });

  it("comes back at once where no email can be sent", async () => {
    const { asked, insert } = aProject({ token: "the-token", hasMail: false });
    await insert(SIGN_UP, { "x-porchlight-returning": "by-link" });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers.has("x-porchlight-returning")).toBe(false);
  });
});
