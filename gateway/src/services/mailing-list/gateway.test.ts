import { parseMailingListResponse } from "@porchlight/protocol/mailing-list.ts";
import { expect, it } from "vitest";
import { CLOSED_POLICY } from "../../http/security-headers.ts";
import { aGateway } from "../../testing/gateway-in-memory.ts";
import { aSubscriberList } from "./a-subscriber-list.case.ts";
import { createBuiltinMailingList } from "./builtin.ts";

/** A gateway with the built-in list. Tests can send requests from several network addresses. */
function create() {
  const subscribers = aSubscriberList();
  const gateway = aGateway({ mailingList: createBuiltinMailingList({ subscribers }) });
  const ask = (query: string, key = "a fan", init?: RequestInit) =>
    gateway.fetch(new Request(`https://artist.example/mailing-list/subscribe/post-json?${query}`, init), {
      key,
      address: key,
    });
  const join = async (email: string, key: string) => {
    const response = await ask(`EMAIL=${encodeURIComponent(email)}&c=cb`, key);
    return { status: response.status, ...parseMailingListResponse(await response.text(), "cb") };
  };
  return { ask, join, signUps: subscribers.signUps };
}

it("a response can do nothing when a browser opens it, and no other site can read it", async () => {
  const { headers } = await create().ask("EMAIL=ann@example.com&c=cb");
  expect(headers.get("Content-Security-Policy")).toBe(CLOSED_POLICY);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
});

it("only a GET signs up", async () => {
  const { ask, signUps } = create();
  for (const method of ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
    expect((await ask("EMAIL=ann@example.com", "a fan", { method })).status).toBe(405);
  }
  expect(signUps).toEqual([]);
});

it("a robot with one address is limited, with a message for the dialog, and a fan can still join", async () => {
  const { join, signUps } = create();
  for (let count = 0; count < 290; count += 1) await join(`${count}@example.com`, "robot");
  expect(signUps.length).toBe(60);
  expect(await join("one-more@example.com", "robot")).toEqual({
    status: 200,
    result: "error",
    msg: "Too many sign-ups just now. Please try again in a few minutes.",
  });
  // Beyond the general limit the response is plain JSON, which the dialog can read too.
  for (let count = 0; count < 20; count += 1) await join(`${count}@example.org`, "robot");
  expect(await join("one-more@example.com", "robot")).toEqual({
    status: 429,
    result: "error",
    msg: "Too many requests. Please wait a moment.",
  });
  expect(await join("ann@example.com", "a fan")).toMatchObject({ status: 200, result: "success" });
});

it("a list at a provider, which may email each address, gets 200 sign-ups of one client, then 200 a day", async () => {
  let now = 0;
  let received = 0;
  const subscribe = async () => {
    received += 1;
    return { result: "success", msg: "Thank you" } as const;
  };
  const gateway = aGateway({ mailingList: { isHosted: true, subscribe }, now: () => now });
  for (let count = 0; count < 230; count += 1) {
    now += 5_000;
    const request = new Request(
      `https://artist.example/mailing-list/subscribe/post-json?EMAIL=fan${count}@example.com`,
    );
    await gateway.fetch(request, { key: "a robot", address: "a robot" });
  }
  expect(received).toBe(202);
});
