import { expect, it } from "vitest";
import { aDataFile } from "../../testing/a-data-file.ts";
import { aDashboardApp } from "../shared/admin.case.ts";
import { findMailboxProblem, type MailboxState, storeMailboxState } from "../shared/mail-states.ts";
import { createMailRoutes } from "./admin-routes.ts";

const HOUR_MS = 60 * 60_000;
const HOST = "mail.artist.example:993";

/** The state of emails some hours after the mailbox of bounces got this state. */
async function statusAfter(hours: number, state?: MailboxState) {
  const data = aDataFile();
  if (state) await storeMailboxState(data, state, new Date(0));
  const find = () => findMailboxProblem(data.read, `imaps://bounces:secret@${HOST}`, new Date(hours * HOUR_MS));
  const mail = { isSending: true, countWaiting: async () => 2 };
  const app = aDashboardApp().route("/", createMailRoutes(mail, find));
  return (await app.request("/mail", { headers: { Authorization: "Bearer owner" } })).json();
}

it("says how many emails wait, and that the owner has to look at the mailbox of bounces", async () => {
  const well = { isSent: true, waiting: 2 };
  expect(await statusAfter(0)).toEqual(well);
  expect(await statusAfter(99, { host: HOST })).toEqual(well);
  expect(await statusAfter(0, { host: HOST, problem: "sign-in" })).toEqual({ ...well, mailboxProblem: "sign-in" });
  expect(await statusAfter(23, { host: HOST, problem: "connection" })).toEqual(well);
  expect(await statusAfter(24, { host: HOST, problem: "connection" })).toEqual({
    ...well,
    mailboxProblem: "connection",
  });
  expect(await statusAfter(99, { host: "another.example", problem: "sign-in" })).toEqual(well);
});
