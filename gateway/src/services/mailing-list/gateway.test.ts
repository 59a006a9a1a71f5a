import { parseMailingListResponse } from "@porchlight/protocol/mailing-list.ts";
import { expect, it } from "vitest";
import { CLOSED_POLICY } from "../../http/security-headers.ts";
import { aGateway } from "../../testing/gateway-in-memory.ts";
import { aSubscriberList } from "./a-subscriber-list.case.ts";
import { createBuiltinMailingList } from "./builtin.ts";

/** A gateway on the built-in list, asked from whatever address the test names. */
function create() {
  const subscribers = aSubscriberList();
  const gateway = aGateway({ mailingList: createBuiltinMailingList({ subscribers }) });
  const ask = (query: string, key = "a fan", init?: RequestInit) =>
    gateway.fetch(new Request(`https://artist.example/mailing-list/subscribe/post-json?${query}`, init), {
      key,
      address: key,
    });
  const join = async (email: string, key: string) => {
    const answer = await ask(`EMAIL=${encodeURIComponent(email)}&c=cb`, key);
    return { status: answer.status, ...parseMailingListResponse(await answer.text(), "cb") };
  };
  return { ask, join, signUps: subscribers.signUps };
}

it("an answer can do nothing when it is opened by itself, and no other site can read it", async () => {
  const { headers } = await create().ask("EMAIL=ann@example.com&c=cb");
  expect(headers.get("Content-Security-Policy")).toBe(CLOSED_POLICY);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
});

it("nothing but a GET joins", async () => {
  const { ask, signUps } = create();
  for (const method of ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
    expect((await ask("EMAIL=ann@example.com", "a fan", { method })).status).toBe(405);
  }
  expect(signUps).toEqual([]);
});

it("a robot with one address is refused, in words that the dialog shows, and a fan joins meanwhile", async () => {
  const { join, signUps } = create();
  for (let turn = 0; turn < 290; turn += 1) await join(`${turn}@example.com`, "robot");
  expect(signUps.length).toBe(60);
  expect(await join("one-more@example.com", "robot")).toEqual({
    status: 200,
    result: "error",
    msg: "Too many sign-ups just now. Please try again in a few minutes.",
  });
  // Past the general limit on reads the answer is no call, and still one that the dialog can read.
  for (let turn = 0; turn < 20; turn += 1) await join(`${turn}@example.org`, "robot");
  expect(await join("one-more@example.com", "robot")).toEqual({
    status: 429,
    result: "error",
    msg: "Too many requests. Please wait a moment.",
  });
  expect(await join("ann@example.com", "a fan")).toMatchObject({ status: 200, result: "success" });
});
