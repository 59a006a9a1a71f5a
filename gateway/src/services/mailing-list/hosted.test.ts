import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { aSignUp, describeMailingList } from "./contract.case.ts";
import { MailingListError } from "./contract.ts";
import { startMailchimp } from "./fake-mailchimp.case.ts";
import { createHostedMailingList, type HostedMailingListOptions } from "./hosted.ts";

async function create(respond?: (response: ServerResponse, callback: string) => void) {
  const mailchimp = await startMailchimp(respond);
  return { mailchimp, ...listAt(mailchimp.subscribeUrl) };
}

function listAt(subscribeUrl: string, options: Partial<HostedMailingListOptions> = {}) {
  const logged: { fields: object; message: string }[] = [];
  const log = { warn: (fields: object, message: string) => void logged.push({ fields, message }) };
  return { list: createHostedMailingList({ subscribeUrl, log, ...options }), logged };
}

/** The error of a sign-up. */
async function failureOf(list: ReturnType<typeof listAt>["list"]): Promise<Error> {
  const error = await list.subscribe(aSignUp()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MailingListError);
  // The cast holds: the line above checks it.
  return error as MailingListError;
}

/** Fires a timeout as `AbortSignal.timeout` does. */
function timeOut(late: AbortController): void {
  late.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
}

describeMailingList(async () => {
  const { mailchimp, list } = await create();
  return { list, joined: () => mailchimp.joined };
});

describe("an audience at Mailchimp", () => {
  it("gets one request at its post-json address, with the query from its own address", async () => {
    const { mailchimp, list } = await create();
    await list.subscribe(aSignUp());
    const [request] = mailchimp.requests;
    expect(request?.pathname).toBe("/subscribe/post-json");
    expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({
      u: "a1b2",
      id: "c3d4",
      f_id: "e5f6",
      EMAIL: "ann@example.com",
      FNAME: "Ann",
      LNAME: "Marlow",
      c: "__jp0",
    });
    expect(mailchimp.requests).toHaveLength(1);
  });

  it("can also be configured by its post-json address", async () => {
    const { mailchimp } = await create();
    await listAt(mailchimp.subscribeUrl.replace("/post?", "/post-json?")).list.subscribe(aSignUp());
    expect(mailchimp.requests[0]?.pathname).toBe("/subscribe/post-json");
  });

  /** Lets the audience reject a sign-up with this message. @returns what the fan reads, and the log */
  async function rejectWith(msg: string) {
    const { list, logged } = await create((response, c) => {
      response.end(`${c}(${JSON.stringify({ result: "error", msg })});`);
    });
    const response = await list.subscribe(aSignUp());
    expect(response.result).toBe("error");
    return { shown: response.msg, logged };
  }

  it.each([
    ["0 - This email cannot be added", "0 - This email cannot be added"],
    [
      'ann@example.com is already subscribed to list Letters. <a href="https://x.example?a=1&b=2">Click here</a>',
      "ann@example.com is already subscribed to list Letters.",
    ],
    ["You&#039;re <b>on</b> the list of Ann &amp; Ben&nbsp;&lt;3", "You're on the list of Ann & Ben <3"],
    ["This&#8217;s &amp;lt; 3 < 4", "This\u2019s &lt; 3 < 4"],
    ['Wait <img src=x onerror="alert(1)"><script>alert(1)</script>', "Wait alert(1)"],
  ])("has its message converted to text: %s", async (msg, shown) => {
    expect(await rejectWith(msg)).toEqual({ shown, logged: [] });
  });

  it.each(["<a ", "<a>", "<", "&", " "])("may repeat %j many times without slowing the gateway", async (piece) => {
    const { shown } = await rejectWith(`No.${piece.repeat(60_000 / piece.length)}`);
    expect(shown.startsWith("No.")).toBe(true);
    expect(shown.length).toBeLessThan(1001);
  });

  it.each(["3 - Please enter a value", "14 - Bitte geben Sie einen Wert ein", "Please enter a value"])(
    "that requires a field that our form does not have (%s) causes a plain message and a log line",
    async (msg) => {
      const { shown, logged } = await rejectWith(msg);
      expect(shown).toBe("Failed to subscribe. Please try again.");
      expect(logged.map(({ message }) => message)).toEqual([
        "Mailchimp's audience requires a field that this form does not have; its audience settings can make it optional",
      ]);
    },
  );

  it("that requires a captcha causes a plain message and a log line", async () => {
    const { list, logged } = await create((response, c) => {
      response.end(`${c}({"result":"error","msg":"captcha","params":{"EMAIL":"ann@example.com"}})`);
    });
    expect(await list.subscribe(aSignUp())).toEqual({
      result: "error",
      msg: "Failed to subscribe. Please try again.",
    });
    expect(logged.map(({ message }) => message)).toEqual([expect.stringContaining("captcha")]);
    expect(JSON.stringify(logged)).not.toContain("ann@");
  });

  it.each<[string, (response: ServerResponse, callback: string) => void, RegExp]>([
    ["a page", (response) => response.end("<!doctype html><p>Down for maintenance</p>"), /not valid/],
    ["nothing", (response) => response.end(), /not valid/],
    ["a call of another function", (response) => response.end('alert({"result":"success","msg":""})'), /not valid/],
    ["a script around it", (response, c) => response.end(`steal();${c}({"result":"success","msg":""})`), /not valid/],
    ["two calls", (response, c) => response.end(`${c}({"result":"success","msg":""});${c}({})`), /not valid/],
    ["an expression", (response, c) => response.end(`${c}({result:"success",msg:""})`), /not valid/],
    ["no message", (response, c) => response.end(`${c}({"result":"success"})`), /not valid/],
    ["a number for a message", (response, c) => response.end(`${c}({"result":"success","msg":5})`), /not valid/],
    ["null", (response, c) => response.end(`${c}(null)`), /not valid/],
    ["status 500", (response) => response.writeHead(500).end("{}"), /status 500/],
    ["status 404", (response) => response.writeHead(404).end(), /status 404/],
    [
      "a redirect to another host",
      (response) => response.writeHead(302, { Location: "http://elsewhere.invalid/" }).end(),
      /status 302/,
    ],
    [
      "a response that is too long",
      (response, c) => response.end(`${c}({"result":"success","msg":"${"a".repeat(70_000)}"})`),
      /response is too long/,
    ],
    ["a broken connection", (response) => response.destroy(), /could not be reached/],
  ])("that responds with %s causes an error without a retry", async (_, respond, reason) => {
    const { list, mailchimp } = await create(respond);
    expect((await failureOf(list)).message).toMatch(reason);
    // After a retry, Mailchimp might send a second email.
    expect(mailchimp.requests).toHaveLength(1);
  });

  it("that does not respond causes a timeout", async () => {
    const late = new AbortController();
    const { mailchimp } = await create(() => timeOut(late));
    const { list } = listAt(mailchimp.subscribeUrl, { timeout: () => late.signal });
    expect((await failureOf(list)).message).toBe("Mailchimp took too long to answer");
  });

  it("that never finishes its response causes a timeout", async () => {
    const late = new AbortController();
    const { mailchimp } = await create((response, c) => void response.write(`${c}({"result":`));
    const begun: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      timeOut(late);
      return response;
    };
    const { list } = listAt(mailchimp.subscribeUrl, { timeout: () => late.signal, fetch: begun });
    expect((await failureOf(list)).message).toBe("Mailchimp took too long to answer");
  });

  it("that cannot be reached causes an error and a log without the fan's address", async () => {
    const { list, logged } = listAt("http://127.0.0.1:1/subscribe/post?u=a&id=b", {
      fetch: async (address) => {
        throw new TypeError(`fetch failed for ${address}`, {
          cause: Object.assign(new Error(), { code: "ECONNREFUSED" }),
        });
      },
    });
    const error = await failureOf(list);
    expect(error.message).toBe("Mailchimp could not be reached (ECONNREFUSED)");
    expect(JSON.stringify([error.stack, error.cause, logged])).not.toContain("ann");
  });
});
