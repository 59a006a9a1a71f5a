import { expect, it } from "vitest";
import { aGateway } from "../../../testing/gateway-in-memory.ts";
import type { Identify } from "../../shared/caller.ts";

const owner: Identify = async ({ authorization }) =>
  authorization === "Bearer owner"
    ? {
        ok: true,
        caller: {
          role: "authenticated",
          admin: true,
          needsSecondStep: false,
          userId: "1",
          sessionId: "1",
          email: "o@x.ie",
        },
      }
    : { ok: true, caller: { role: "anonymous" } };

function aSite() {
  const deleted: string[] = [];
  const gateway = aGateway({
    auth: {
      anonymousKey: "key",
      identify: owner,
      answer: async () => ({ status: 404, headers: {}, body: null }),
      isHosted: false,
      linkedSignIn: "google",
    },
    deleteReminders: async (email) => deleted.push(email),
  });
  const send = async (body: string, token = "owner") => {
    const response = await gateway.fetch(
      new Request("https://artist.example/admin/api/reminders/delete", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body,
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  return { deleted, send };
}

it("deletes the requests of an address, and says how many there were", async () => {
  const { deleted, send } = aSite();
  expect(await send(JSON.stringify({ email: "Ann@Example.com" }))).toEqual({ status: 200, body: { deleted: 1 } });
  expect(deleted).toEqual(["ann@example.com"]);
});

it.each(["", "[]", "{}", '{"email":7}', '{"email":"ann"}'])("refuses %j", async (body) => {
  const { deleted, send } = aSite();
  expect(await send(body)).toMatchObject({ status: 400, body: { code: "bad_request" } });
  expect(deleted).toEqual([]);
});

it("is only for the owner", async () => {
  const { deleted, send } = aSite();
  expect(await send(JSON.stringify({ email: "ann@example.com" }), "another")).toMatchObject({ status: 401 });
  expect(deleted).toEqual([]);
});
