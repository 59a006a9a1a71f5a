import { expect, it } from "vitest";
import { createReachedTime } from "../../../data/reached-time.ts";
import { serveBuiltinAuth } from "../builtin.case.ts";

const client = { key: "192.0.2.1", address: "192.0.2.1", userAgent: "a browser" };

it("the pages return all entries, the latest first", async () => {
  const { auth } = await serveBuiltinAuth();
  const { audit, auditLog } = auth.oversight;
  for (let count = 0; count < 120; count += 1) await audit({ event: "list-exported", client, details: { count } });
  const seen: unknown[] = [];
  let next: number | null | undefined;
  do {
    const page = await auditLog(next ?? undefined);
    seen.push(...page.entries.map(({ details }) => details.count));
    next = page.next;
  } while (next !== null);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));
  expect((await auditLog()).entries[0]).toMatchObject({
    event: "list-exported",
    address: "192.0.2.1",
    userAgent: "a browser",
  });
});

it("events that strangers cause share one entry for each address and minute, with their count", async () => {
  const { auth, data, pass } = await serveBuiltinAuth();
  const { audit, auditLog } = auth.oversight;
  for (let count = 0; count < 100; count += 1) await audit({ event: "sign-in-failed", client });
  await audit({ event: "sign-in-failed", client: { ...client, key: "192.0.2.2" } });
  expect(data.read.all("SELECT * FROM audit_log")).toHaveLength(2);
  expect((await auditLog()).entries.map(({ details }) => details.count)).toEqual([1, 100]);
  pass(60);
  await audit({ event: "sign-in-failed", client });
  expect((await auditLog()).entries.map(({ details }) => details.count)).toEqual([1, 1, 100]);
});

it("the count of one address is right, even if there are many other addresses", async () => {
  const { auth } = await serveBuiltinAuth();
  const { audit, auditLog } = auth.oversight;
  const others = Array.from({ length: 10_000 }, (_, index) => ({ ...client, key: `stranger ${index}` }));
  const last = others.pop() ?? client;
  await Promise.all(others.map((other) => audit({ event: "sign-in-failed", client: other })));
  for (let count = 0; count < 700; count += 1) await audit({ event: "sign-in-failed", client });
  await audit({ event: "sign-in-failed", client: last });
  expect((await auditLog()).entries.slice(0, 2).map(({ details }) => details.count)).toEqual([1, 700]);
});

it("a clock that was set back adds nothing to an entry of another day", async () => {
  const { auth, pass } = await serveBuiltinAuth();
  const { audit, auditLog } = auth.oversight;
  await audit({ event: "sign-in-failed", client });
  pass(-24 * 3_600);
  await audit({ event: "sign-in-failed", client });
  expect((await auditLog()).entries.map(({ details }) => details.count)).toEqual([1, 1]);
});

it("many events from many addresses displace no entry of the owner's, and the size of the log is limited", async () => {
  const { auth, data } = await serveBuiltinAuth();
  const { audit } = auth.oversight;
  await audit({ event: "password-changed", client });
  const many = Array.from({ length: 12_000 }, (_, index) => ({ ...client, key: `stranger ${index}` }));
  await Promise.all(many.map((stranger) => audit({ event: "sign-in-failed", client: stranger })));
  const counts = data.read.all<{ event: string; number: number }>(
    "SELECT event, count(*) AS number FROM audit_log GROUP BY event ORDER BY event",
  );
  expect(counts[0]).toEqual({ event: "password-changed", number: 1 });
  expect(counts[1]?.number).toSatisfy((number: number) => number >= 5_000 && number < 5_100);
  await Promise.all(many.map(() => audit({ event: "list-exported", client })));
  const total = data.read.get<{ number: number }>("SELECT count(*) AS number FROM audit_log")?.number;
  expect(total).toSatisfy((number: number) => number >= 10_000 && number < 10_100);
});

it("entries are deleted after 400 days", async () => {
  const { auth, data, pass } = await serveBuiltinAuth();
  await auth.oversight.audit({ event: "signed-in", client });
  pass(401 * 24 * 3_600);
  for (let count = 0; count < 50; count += 1) await auth.oversight.audit({ event: "list-exported", client });
  expect(data.read.all("SELECT * FROM audit_log WHERE event = 'signed-in'")).toEqual([]);
});

it("while the clock is ahead, each new entry deletes at most two old ones", async () => {
  const { auth, data, pass } = await serveBuiltinAuth();
  const { audit } = auth.oversight;
  for (let count = 0; count < 300; count += 1) await audit({ event: "signed-in", client });
  pass(10 * 365 * 24 * 3_600);
  for (let count = 0; count < 50; count += 1) await audit({ event: "list-exported", client });
  expect(data.read.all("SELECT * FROM audit_log WHERE event = 'signed-in'")).toHaveLength(200);
});

it("entries stay while the clock has been ahead for less than an hour", async () => {
  const { auth, data, pass } = await serveBuiltinAuth();
  await createReachedTime(data, auth.context.clock)();
  await auth.oversight.audit({ event: "signed-in", client });
  pass(401 * 24 * 3_600);
  for (let count = 0; count < 50; count += 1) await auth.oversight.audit({ event: "list-exported", client });
  expect(data.read.all("SELECT * FROM audit_log WHERE event = 'signed-in'")).toHaveLength(1);
});

it("if the log cannot be written, no request is blocked", async () => {
  const { auth, errors } = await serveBuiltinAuth();
  Object.assign(auth.context.data, { write: () => Promise.reject(new Error("full")) });
  await auth.oversight.audit({ event: "signed-in", client });
  await auth.oversight.audit({ event: "sign-in-failed", client });
  expect(errors).toHaveLength(2);
});
