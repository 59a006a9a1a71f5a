import { expect, it } from "vitest";
import { openPeople } from "../../composition/open-people.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { recordHistory } from "../database/builtin/history.ts";
import { aDashboardApp } from "../shared/admin.case.ts";
import type { SecurityEvent } from "../shared/audit.ts";
import { createPeopleRoutes } from "./routes.ts";

const ANN = "ann@example.com";
const BEN = "ben@example.com";
const AT = "2026-03-01T12:00:00.000000Z";
const WORDING = '=News, "of" records.';

/** A site that stores much data about two people. */
async function aSite() {
  const data = aDataFile();
  await data.write((writer) => {
    for (const [at, email] of [ANN, BEN].entries()) {
      const consent = { wording: WORDING, page: `/${email.slice(0, 3)}`, askedAt: AT };
      recordHistory(writer, { email, event: "joined", form: "website-footer", at: AT, isConfirmed: true, consent });
      writer.run(
        `INSERT INTO newsletter_subscribers (email, status, source, subscribed_at, first_name)
         VALUES (?, 'active', 'website-footer', ?, 'Ann')`,
        email,
        AT,
      );
      writer.run("INSERT INTO bounces (email, kind, is_blocking, at, reason) VALUES (?, 'hard', 1, 't', '550')", email);
      writer.run(
        `INSERT INTO newsletters (id, state, subject, preheader, body, created_at, changed_at, frozen, sent)
         VALUES (?, 'sent', ?, '', '', 't', 't', 1, 1)`,
        at + 1,
        `News for ${email}`,
      );
      writer.run(
        `INSERT INTO newsletter_recipients (newsletter_id, id, domain, email, state, at)
         VALUES (?, 1, 'example.com', ?, 'sent', 't')`,
        at + 1,
        email,
      );
    }
  });
  const audited: SecurityEvent[] = [];
  const audit = async (event: SecurityEvent) => void audited.push(event);
  const app = aDashboardApp().route("/", createPeopleRoutes({ people: openPeople(data), audit }));
  const send = async (path: string, body: unknown, token = "owner") =>
    app.request(`/people/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return { data, audited, send };
}

it("makes a file of everything about one address, and nothing about others", async () => {
  const { audited, send } = await aSite();
  const response = await send("file", { email: "Ann@Example.com" });
  expect(response.headers.get("content-disposition")).toContain("person.json");
  const text = await response.text();
  expect(text).not.toContain("ben");
  const joined = { event: "joined", form: "website-footer", askedAt: AT, at: AT, isConfirmed: true };
  const news = { newsletter: 1, subject: `News for ${ANN}`, state: "sent", at: "t" };
  expect(JSON.parse(text)).toEqual({
    email: ANN,
    subscriber: expect.objectContaining({ email: ANN, status: "active", first_name: "Ann" }),
    consent: [{ email: ANN, ...joined, page: "/ann", wording: WORDING }],
    newsletters: [{ ...news, reason: null }],
    bounces: [{ kind: "hard", at: "t", reason: "550", newsletter: null, liftedAt: null }],
    reminders: [],
    orders: [],
  });
  expect(audited).toMatchObject([{ event: "person-file-made" }]);
  expect(JSON.stringify(audited)).not.toContain("ann@");
});

it("exports the consent of one address or of everybody, as CSV that no spreadsheet runs, or as JSON", async () => {
  const { audited, send } = await aSite();
  const csv = await (await send("consent", { email: ANN, format: "csv" })).text();
  expect(csv.replace("\ufeff", "").split("\r\n")).toEqual([
    "email,event,form,asked_at,at,confirmed,page,wording",
    `${ANN},joined,website-footer,${AT},${AT},yes,/ann,"'=News, ""of"" records."`,
    "",
  ]);
  expect(await (await send("consent", { format: "csv" })).text()).toContain(`\r\n${BEN},joined`);
  const { consent } = (await (await send("consent", { format: "json" })).json()) as { consent: object[] };
  expect(consent).toMatchObject([{ email: ANN }, { email: BEN }]);
  const unknown = await send("consent", { email: "nobody@example.com", format: "json" });
  expect(await unknown.json()).toEqual({ consent: [] });
  expect(audited.map(({ event, details }) => [event, details])).toEqual([
    ["consent-exported", { format: "csv", of: "one address" }],
    ["consent-exported", { format: "csv", of: "everybody" }],
    ["consent-exported", { format: "json", of: "everybody" }],
    ["consent-exported", { format: "json", of: "one address" }],
  ]);
});

it("deletes what is on record about an address only once it is off the list", async () => {
  const { data, send } = await aSite();
  expect((await send("consent/delete", { email: ANN })).status).toBe(409);
  await data.write((writer) => {
    writer.run("DELETE FROM newsletter_subscribers WHERE email = ?", ANN);
    recordHistory(writer, { email: ANN, event: "removed", form: "dashboard", at: AT });
  });
  const { consent } = (await (await send("consent", { email: ANN, format: "json" })).json()) as { consent: object[] };
  expect(consent).toHaveLength(2);
  expect(await (await send("consent/delete", { email: ANN })).json()).toEqual({ deleted: 2 });
  expect(data.read.all("SELECT event FROM subscriber_history")).toHaveLength(1);
  // Nobody may sign the mailbox up again without its link.
  expect(data.read.all("SELECT * FROM departed_addresses")).toHaveLength(1);
});

it("deletes an address from newsletters and bounces, even if it was removed from the list under another id", async () => {
  const { data, send } = await aSite();
  // Ben's row has an id that is not his, as after a restore by an earlier version.
  await data.write((writer) => writer.run("DELETE FROM newsletter_subscribers"));
  await data.write((writer) =>
    writer.run("INSERT INTO bounces (email, kind, is_blocking, at, reason) VALUES (?, 'hard', 1, 't', '550')", BEN),
  );
  const file = async () => (await send("file", { email: BEN })).json();
  expect(await file()).toMatchObject({ newsletters: [{ newsletter: 2 }], bounces: [{ kind: "hard" }] });
  await send("consent/delete", { email: BEN });
  expect(await file()).toMatchObject({ newsletters: [], bounces: [] });
});

it.each([
  ["file", {}],
  ["file", { email: "ann" }],
  ["consent", { email: 7, format: "csv" }],
  ["consent", { email: "ann", format: "csv" }],
  ["consent", { format: "xml" }],
  ["consent/delete", { email: "" }],
])("refuses %s with %j", async (path, body) => {
  const { audited, send } = await aSite();
  expect((await send(path, body)).status).toBe(400);
  expect(audited).toEqual([]);
});

it.each(["file", "consent", "consent/delete"])("%s is only for the owner", async (path) => {
  const { data, audited, send } = await aSite();
  expect((await send(path, { email: ANN, format: "csv" }, "another")).status).toBe(401);
  expect([audited.length, data.read.all("SELECT * FROM subscriber_history").length]).toEqual([0, 2]);
});
