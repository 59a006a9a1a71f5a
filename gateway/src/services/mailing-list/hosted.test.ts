import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { aSignUp, describeMailingList } from "./contract.case.ts";
import { MailingListError } from "./contract.ts";
import { startMailchimp } from "./fake-mailchimp.case.ts";
import { createHostedMailingList, type HostedMailingListOptions } from "./hosted.ts";

async function create(misbehave?: (response: ServerResponse, callback: string) => void) {
  const mailchimp = await startMailchimp(misbehave);
  return { mailchimp, ...listAt(mailchimp.subscribeUrl) };
}

function listAt(subscribeUrl: string, options: Partial<HostedMailingListOptions> = {}) {
  const logged: { fields: object; message: string }[] = [];
  const log = { warn: (fields: object, message: string) => void logged.push({ fields, message }) };
  return { list: createHostedMailingList({ subscribeUrl, log, ...options }), logged };
}

/** The error that a sign-up ends with. */
async function failureOf(list: ReturnType<typeof listAt>["list"]): Promise<Error> {
  const error = await list.subscribe(aSignUp()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MailingListError);
  // Checked just now.
  return error as MailingListError;
}

/** Ends a timeout, as `AbortSignal.timeout` does. */
function runOut(late: AbortController): void {
  late.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
}

describeMailingList(async () => {
  const { mailchimp, list } = await create();
  return { list, joined: () => mailchimp.joined };
});

describe("an audience at Mailchimp", () => {
  it("is asked once, at its post-json address, with its own query preserved", async () => {
    const { mailchimp, list } = await create();
    await list.subscribe(aSignUp());
    const [asked] = mailchimp.asked;
    expect(asked?.pathname).toBe("/subscribe/post-json");
    expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
      u: "a1b2",
      id: "c3d4",
      f_id: "e5f6",
      EMAIL: "ann@example.com",
      FNAME: "Ann",
      LNAME: "Marlow",
      c: "__jp0",
    });
    expect(mailchimp.asked).toHaveLength(1);
  });

  it("may be named by its post-json address too", async () => {
    const { mailchimp } = await create();
    await listAt(mailchimp.subscribeUrl.replace("/post?", "/post-json?")).list.subscribe(aSignUp());
    expect(mailchimp.asked[0]?.pathname).toBe("/subscribe/post-json");
  });

  /** What a fan is told, and what the log, when the audience refuses with these words. */
  async function toldOf(msg: string) {
    const { list, logged } = await create((response, c) => {
      response.end(`${c}(${JSON.stringify({ result: "error", msg })});`);
    });
    const answer = await list.subscribe(aSignUp());
    expect(answer.result).toBe("error");
    return { told: answer.msg, logged };
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
  ])("has its words handed on as text: %s", async (msg, told) => {
    expect(await toldOf(msg)).toEqual({ told, logged: [] });
  });

  it.each(["<a ", "<a>", "<", "&", " "])("is done with many times %j in no time", async (piece) => {
    const { told } = await toldOf(`No.${piece.repeat(60_000 / piece.length)}`);
    expect(told.startsWith("No.")).toBe(true);
    expect(told.length).toBeLessThan(1001);
  });

  it.each(["3 - Please enter a value", "14 - Bitte geben Sie einen Wert ein", "Please enter a value"])(
    "that asks for a field that the form does not have, %s, refuses plainly, and the engineer is told",
    async (msg) => {
      const { told, logged } = await toldOf(msg);
      expect(told).toBe("Failed to subscribe. Please try again.");
      expect(logged.map(({ message }) => message)).toEqual([
        "Mailchimp's audience requires a field that this form does not have; its audience settings can make it optional",
      ]);
    },
  );

  it("that wants a captcha refuses in words a fan understands, and the engineer is told", async () => {
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
    ["a page", (response) => response.end("<!doctype html><p>Down for maintenance</p>"), /something else/],
    ["nothing", (response) => response.end(), /something else/],
    [
      "a call of another function",
      (response) => response.end('alert({"result":"success","msg":""})'),
      /something else/,
    ],
    [
      "a script around it",
      (response, c) => response.end(`steal();${c}({"result":"success","msg":""})`),
      /something else/,
    ],
    ["two calls", (response, c) => response.end(`${c}({"result":"success","msg":""});${c}({})`), /something else/],
    ["an expression", (response, c) => response.end(`${c}({result:"success",msg:""})`), /something else/],
    ["no message", (response, c) => response.end(`${c}({"result":"success"})`), /something else/],
    ["a number for a message", (response, c) => response.end(`${c}({"result":"success","msg":5})`), /something else/],
    ["null", (response, c) => response.end(`${c}(null)`), /something else/],
    ["status 500", (response) => response.writeHead(500).end("{}"), /status 500/],
    ["status 404", (response) => response.writeHead(404).end(), /status 404/],
    [
      "a way to another host",
      (response) => response.writeHead(302, { Location: "http://elsewhere.invalid/" }).end(),
      /status 302/,
    ],
    [
      "more than any answer holds",
      (response, c) => response.end(`${c}({"result":"success","msg":"${"a".repeat(70_000)}"})`),
      /longer than any answer/,
    ],
    ["a broken line", (response) => response.destroy(), /could not be reached/],
  ])("that answers %s has not answered", async (_, misbehave, reason) => {
    const { list, mailchimp } = await create(misbehave);
    expect((await failureOf(list)).message).toMatch(reason);
    // Asked again it might send a second email.
    expect(mailchimp.asked).toHaveLength(1);
  });

  it("that does not answer is given up", async () => {
    const late = new AbortController();
    const { mailchimp } = await create(() => runOut(late));
    const { list } = listAt(mailchimp.subscribeUrl, { timeout: () => late.signal });
    expect((await failureOf(list)).message).toBe("Mailchimp took too long to answer");
  });

  it("that begins an answer and never ends it is given up", async () => {
    const late = new AbortController();
    const { mailchimp } = await create((response, c) => void response.write(`${c}({"result":`));
    const begun: typeof fetch = async (...asked) => {
      const response = await fetch(...asked);
      runOut(late);
      return response;
    };
    const { list } = listAt(mailchimp.subscribeUrl, { timeout: () => late.signal, fetch: begun });
    expect((await failureOf(list)).message).toBe("Mailchimp took too long to answer");
  });

  it("that is not there is no place where a fan's address shows up", async () => {
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
