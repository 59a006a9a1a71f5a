import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it } from "vitest";
import type { UnsubscribeService } from "../services/shared/unsubscribe.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { anAuth, aServiceKey } from "../testing/signed-in.ts";

it("a move of a list has the limit of reads, and requests with an invalid service key have the limit of sign-ups", async () => {
  const data = aDataFile();
  const auth = await anAuth(data);
  const gateway = aGateway({ auth, limits: true, now: () => 0 });
  const statusesWith = async (token: string, times: number) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const answer = await gateway.fetch(
        new Request(`https://artist.example/rest/v1/${SUBSCRIBERS_TABLE}`, {
          method: "POST",
          headers: { apikey: auth.anonymousKey, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
          body: "[]",
        }),
        { key: token.slice(-9), address: "192.0.2.1" },
      );
      statuses.push(answer.status);
    }
    return statuses.filter((status) => status !== 429).length;
  };
  const service = await aServiceKey(auth);
  expect(await statusesWith(`${service.slice(0, -9)}AAAAAAAAA`, 70)).toBe(60);
  // First the limit of reads, 300, then the limit of changes, 60, as for every client.
  expect(await statusesWith(service, 370)).toBe(360);
});

it("one address may make a burst of 60 changes, then 1 a second; all addresses together 2000, then 500 a second", async () => {
  const data = aDataFile();
  const auth = await anAuth(data);
  let now = 0;
  const gateway = aGateway({ auth, limits: true, now: () => now });
  /** Counts how many of these changes are allowed. */
  const passing = async (address: string, times: number) => {
    let passed = 0;
    for (let time = 0; time < times; time += 1) {
      const answer = await gateway.fetch(
        new Request(`https://artist.example/rest/v1/${SUBSCRIBERS_TABLE}?id=eq.0`, {
          method: "DELETE",
          headers: { apikey: auth.anonymousKey },
        }),
        { key: address, address },
      );
      if (answer.status !== 429) passed += 1;
      else expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    return passed;
  };
  expect(await passing("192.0.2.1", 62)).toBe(60);
  now += 2_000;
  expect(await passing("192.0.2.1", 4)).toBe(2);

  now += 10_000;
  let everybody = 0;
  for (let n = 0; n < 41; n += 1) everybody += await passing(`198.51.100.${n}`, 50);
  expect(everybody).toBe(2_000);
  now += 20;
  expect(await passing("203.0.113.1", 12)).toBe(10);
});

it("one mail provider's address may send a burst of 1,000 RFC 8058 requests, and each counts once", async () => {
  let now = 0;
  const left: string[] = [];
  const unsubscribing: UnsubscribeService = {
    hiddenAddressOf: async () => undefined,
    unsubscribe: async (token) => {
      left.push(token);
      return true;
    },
  };
  const gateway = aGateway({ unsubscribing, limits: true, now: () => now });
  /** Counts how many of these requests are allowed. */
  const passing = async (times: number, path: (time: number) => string, init: RequestInit) => {
    let passed = 0;
    for (let time = 0; time < times; time += 1) {
      const request = new Request(`https://artist.example${path(time)}`, init);
      const { status } = await gateway.fetch(request, { key: "192.0.2.1", address: "192.0.2.1" });
      if (status !== 429) passed += 1;
    }
    return passed;
  };
  const body = "List-Unsubscribe=One-Click";
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const button = (times: number) =>
    passing(times, (time) => `/unsubscribe?t=${time}`, { method: "POST", headers, body });
  expect(await button(1_010)).toBe(1_000);
  expect(left).toHaveLength(1_000);
  now += 1_000;
  expect(await button(30)).toBe(20);
  // The requests above do not count for the address's other limits.
  expect(await passing(70, () => "/checkout/token/place", { method: "POST", headers, body: "" })).toBe(60);
  expect(await passing(310, () => "/unsubscribe?t=1", {})).toBe(300);

  // Two of them leave the changes of everybody else alone.
  const from = async (address: string, path: string) =>
    (
      await gateway.fetch(new Request(`https://artist.example${path}`, { method: "POST", headers, body }), {
        key: address,
        address,
      })
    ).status;
  for (let time = 0; time < 1_000; time += 1) {
    for (const address of ["198.51.100.1", "198.51.100.2"]) await from(address, `/unsubscribe?t=${time}`);
  }
  expect(await from("203.0.113.1", "/checkout/token/place")).not.toBe(429);
});

it("one address may open 300 confirmation links in a burst, and confirm 60", async () => {
  const returning = { findSignUp: async () => undefined, confirm: async () => false };
  const gateway = aGateway({ returning, limits: true, now: () => 0 });
  const passing = async (times: number, init: RequestInit) => {
    let passed = 0;
    for (let time = 0; time < times; time += 1) {
      const request = new Request("https://artist.example/confirm?t=made-up", init);
      const { status } = await gateway.fetch(request, { key: "192.0.2.1", address: "192.0.2.1" });
      if (status !== 429) passed += 1;
    }
    return passed;
  };
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await passing(310, {})).toBe(300);
  expect(await passing(70, { method: "POST", headers, body: "t=made-up" })).toBe(60);
});

it("one address may download 60 files of the press kit in a burst", async () => {
  const gateway = aGateway({ limits: true, now: () => 0 });
  let passed = 0;
  for (let time = 0; time < 70; time += 1) {
    const request = new Request("https://artist.example/press/kit.zip");
    const { status } = await gateway.fetch(request, { key: "192.0.2.1", address: "192.0.2.1" });
    if (status !== 429) passed += 1;
  }
  expect(passed).toBe(60);
});
