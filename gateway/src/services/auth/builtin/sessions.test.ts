import { expect, it } from "vitest";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { TEST_CLIENT } from "../../../testing/signed-in.ts";
import { elevateSession, listSessions, startSession } from "./sessions.ts";
import { addUser } from "./users.ts";

it("a person has at most 200 sessions, and another one ends the session that has been unused for longest", async () => {
  const data = aDataFile();
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
  const ids = await data.write((writer) => {
    const user = addUser(writer, { email: "owner@localhost", passwordHash: "none", role: "admin", now: at(0) });
    return Array.from({ length: 201 }, (_, minute) => {
      const begun = startSession(writer, { userId: user.id, method: "password", client: TEST_CLIENT, now: at(minute) });
      return { userId: user.id, id: begun.session.id };
    });
  });
  const left = listSessions(data.read, ids[0]?.userId ?? "", at(201)).map(({ id }) => id);
  expect(left).toEqual(
    ids
      .slice(1)
      .map(({ id }) => id)
      .reverse(),
  );
});

it("sessions without the second step do not displace sessions that have passed it", async () => {
  const data = aDataFile();
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
  const owner = await data.write((writer) => {
    const user = addUser(writer, { email: "owner@localhost", passwordHash: "none", role: "admin", now: at(0) });
    const start = (now: Date) =>
      startSession(writer, { userId: user.id, method: "password", client: TEST_CLIENT, now });
    const { session } = start(at(0));
    elevateSession(writer, session, { method: "totp", client: TEST_CLIENT, now: at(0) });
    for (let minute = 1; minute <= 300; minute += 1) start(at(minute));
    return session;
  });
  const left = listSessions(data.read, owner.userId, at(301));
  expect(left).toHaveLength(200);
  expect(left.map(({ id }) => id)).toContain(owner.id);
});
