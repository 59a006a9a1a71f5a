import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { writeBackup } from "../../../data/backup.ts";
import type { DataFile } from "../../../data/data-file.ts";
import { openListSecret } from "../../../data/list-secret.ts";
import { createReachedTime } from "../../../data/reached-time.ts";
import { restoreBackup } from "../../../data/restore.ts";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { silentLog } from "../../../testing/gateway-in-memory.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { forgetReminders } from "../../shared/forget-reminders.ts";
import type { EmailMessage } from "../../shared/outgoing-messages.ts";
import { aShowsFolder, aWrittenShow } from "../some-shows.case.ts";
import { createReminders } from "./builtin.ts";

/** Doors at seven, music at eight in the evening of December 5, in Ontario. */
const KINGSTON = ["doors: 19:00", "starts: 20:00"];
const anotherShow = (id: string, town: string, ...fields: string[]) =>
  aWrittenShow("starts: 20:00", ...fields)
    .replace("2026-kingston", id)
    .replace("town: Kingston", `town: ${town}`);

/** A site on November 1 with one show, whose emails are collected. */
async function aSite({ data = aDataFile({ dir: aTestFolder() }), shows = [aWrittenShow(...KINGSTON)] } = {}) {
  const folder = aShowsFolder(...shows);
  const sent: EmailMessage[] = [];
  let now = "2026-11-01T12:00:00Z";
  let isDead = false;
  let isHanging = false;
  const secret = await openListSecret(data);
  const service = folder.open();
  const open = (file: DataFile = data) =>
    createReminders({
      data: file,
      secret,
      shows: service.list,
      sendEmail: async (email) => {
        if (isDead) throw new Error("the disk is full");
        sent.push(email);
        if (isHanging) await new Promise(() => {});
      },
      artistName: () => "Harbour Line",
      language: () => "en-CA",
      publicUrl: "https://artist.example",
      clock: () => new Date(now),
      log: silentLog,
    });
  let reminders = open();
  const at = async (instant: string) => {
    now = instant;
    folder.setClock(instant);
    await reminders.check();
  };
  const tokenIn = (email: EmailMessage | undefined, path: string) =>
    new RegExp(`/reminders/${path}\\?t=([\\w-]+)`).exec(email?.text ?? "")?.[1] ?? "";
  return {
    data,
    sent,
    folder,
    at,
    tokenIn,
    reminders: () => reminders,
    subjects: () => sent.map(({ subject }) => subject),
    restart: () => {
      reminders = open();
    },
    setHanging: (hanging: boolean) => {
      isHanging = hanging;
    },
    setDead: (dead: boolean) => {
      isDead = dead;
    },
    /** Edits the file, and waits until the edit has settled. */
    edit: async (instant: string, ...written: string[]) => {
      folder.write(...written);
      await at(instant);
      await at(new Date(Date.parse(instant) + 11 * 60_000).toISOString());
    },
    /** Requests emails, and confirms with the link in the email. */
    join: async (
      email = "ann@example.com",
      subject: { showId: string } | { town: string } = { showId: "2026-kingston" },
    ) => {
      await reminders.request(email, subject);
      await reminders.check();
      const token = tokenIn(sent.at(-1), "confirm");
      expect(await reminders.confirm(token)).toBe(true);
      await reminders.check();
      sent.length = 0;
      return token;
    },
    rows: () => data.read.all<{ email: string | null }>("SELECT email FROM show_reminders"),
  };
}

describe("a confirmed reminder", () => {
  it("is sent a week before and a day before, each once, with the show's own time and a link that stops it", async () => {
    const site = await aSite();
    await site.join();
    for (const instant of [
      "2026-11-28T14:59:00Z",
      "2026-11-28T15:00:00Z",
      "2026-11-28T15:10:00Z",
      "2026-12-01T12:00:00Z",
    ])
      await site.at(instant);
    expect(site.subjects()).toEqual(["In 7 days: Harbour Line at The Tall Ship, Kingston"]);
    site.restart();
    for (const instant of [
      "2026-12-04T14:59:00Z",
      "2026-12-04T15:00:00Z",
      "2026-12-04T15:10:00Z",
      "2026-12-05T12:00:00Z",
    ])
      await site.at(instant);
    expect(site.subjects().slice(1)).toEqual(["Tomorrow: Harbour Line at The Tall Ship, Kingston"]);
    const [, tomorrow] = site.sent;
    expect(tomorrow?.text).toContain("Music 8:00 p.m. (Eastern Standard Time)");
    expect(tomorrow?.stopLink).toMatch(/^https:\/\/artist\.example\/reminders\/stop\?t=[\w-]+$/);
    expect(tomorrow?.until?.toISOString()).toBe("2026-12-06T01:00:00.000Z");
  });

  it("is not sent if it was due before the confirmation, or if the show is over", async () => {
    const site = await aSite();
    await site.at("2026-12-01T12:00:00Z");
    await site.join();
    await site.at("2026-12-02T12:00:00Z");
    expect(site.sent).toEqual([]);
    await site.at("2026-12-06T01:00:00Z");
    expect(site.sent).toEqual([]);
  });

  it("is sent later, and only once, if it cannot be handed over", async () => {
    const site = await aSite();
    await site.join();
    site.setDead(true);
    await site.at("2026-11-28T15:00:00Z");
    await site.at("2026-11-29T15:00:00Z");
    site.restart();
    site.setDead(false);
    await site.at("2026-11-30T15:00:00Z");
    await site.at("2026-11-30T15:10:00Z");
    expect(site.subjects()).toEqual(["In 5 days: Harbour Line at The Tall Ship, Kingston"]);
  });

  it("is sent later if neither its email nor its failure could be stored, as on a full disk", async () => {
    const data = aDataFile({ dir: aTestFolder() });
    let left = Number.POSITIVE_INFINITY;
    const onFullDisk: DataFile = Object.create(data, {
      write: {
        value: (run: Parameters<DataFile["write"]>[0]) =>
          left-- > 0 ? data.write(run) : Promise.reject(new Error("the disk is full")),
      },
    });
    const site = await aSite({ data: onFullDisk });
    site.setDead(true);
    left = 2;
    await site.reminders().request("ann@example.com", { showId: "2026-kingston" });
    await site.reminders().check();
    expect(site.sent).toEqual([]);
    site.setDead(false);
    left = Number.POSITIVE_INFINITY;
    await site.reminders().check();
    expect(site.subjects()).toEqual([expect.stringContaining("Please confirm")]);
    await site.reminders().check();
    expect(site.sent).toHaveLength(1);

    await site.reminders().confirm(site.tokenIn(site.sent[0], "confirm"));
    await site.reminders().check();
    site.sent.length = 0;
    site.setDead(true);
    left = 1;
    await site.at("2026-11-28T15:00:00Z");
    site.setDead(false);
    left = Number.POSITIVE_INFINITY;
    await site.at("2026-11-28T16:00:00Z");
    expect(site.sent).toHaveLength(1);
  });

  it("is not sent again if the process was killed before it knew that the email was handed over", async () => {
    const site = await aSite();
    await site.join();
    site.setHanging(true);
    void site.at("2026-11-28T15:00:00Z");
    await vi.waitFor(() => expect(site.sent).toHaveLength(1));
    site.restart();
    site.setHanging(false);
    await site.at("2026-11-28T15:10:00Z");
    expect(site.sent).toHaveLength(1);
  });

  it("is neither sent nor deleted by a clock that is ahead for less than an hour", async () => {
    const site = await aSite();
    await site.join();
    const read = createReachedTime(site.data, () => new Date("2026-11-01T12:00:00Z"));
    await read();
    for (const instant of ["2026-11-28T15:00:00Z", "2027-12-28T15:00:00Z"]) await site.at(instant);
    expect(site.sent).toEqual([]);
    expect(site.rows()).toHaveLength(1);
  });

  it("is deleted with its address after the show", async () => {
    const site = await aSite();
    await site.join();
    await site.at("2026-12-06T04:59:00Z");
    expect(site.rows()).toHaveLength(1);
    await site.at("2026-12-06T05:00:00Z");
    expect(site.rows()).toEqual([]);
  });

  it("reports a change of time once, when the edit has settled", async () => {
    const site = await aSite();
    await site.join();
    await site.edit("2026-11-10T12:00:00Z", aWrittenShow("doors: 18:00", "starts: 19:00"));
    await site.at("2026-11-11T12:00:00Z");
    expect(site.subjects()).toEqual(["Changed: Harbour Line at The Tall Ship, Kingston"]);
    expect(site.sent[0]?.text).toContain("Before: December 5, 2026, 8:00 p.m., The Tall Ship");
    expect(site.sent[0]?.text).toContain("Music 7:00 p.m.");
  });

  it("does not report a slip that was corrected at once", async () => {
    const site = await aSite();
    await site.join();
    site.folder.write(aWrittenShow("starts: 08:00"));
    await site.at("2026-11-10T12:00:00Z");
    site.folder.write(aWrittenShow(...KINGSTON));
    await site.at("2026-11-10T12:05:00Z");
    await site.at("2026-11-10T13:00:00Z");
    expect(site.sent).toEqual([]);
  });

  it("reports a cancellation once, and sends no reminder after it", async () => {
    const site = await aSite();
    await site.join();
    await site.edit("2026-11-10T12:00:00Z", aWrittenShow(...KINGSTON, "status: cancelled"));
    for (const instant of ["2026-11-28T15:00:00Z", "2026-12-04T15:00:00Z", "2026-12-05T15:00:00Z"])
      await site.at(instant);
    expect(site.subjects()).toEqual(["Cancelled: Harbour Line at The Tall Ship, Kingston"]);
  });
});

describe("a postponed show", () => {
  it("is reported once, has no reminders, and its people get an email about the new day", async () => {
    const site = await aSite();
    await site.join();
    await site.edit("2026-11-10T12:00:00Z", aWrittenShow(...KINGSTON, "status: postponed"));
    for (const instant of ["2026-11-28T15:00:00Z", "2026-12-04T15:00:00Z", "2026-12-20T12:00:00Z"])
      await site.at(instant);
    const moved = aWrittenShow(...KINGSTON, "status: rescheduled", "movedFrom: 2026-12-05").replace(
      "date: 2026-12-05",
      "date: 2027-02-06",
    );
    await site.edit("2026-12-21T12:00:00Z", moved);
    await site.at("2027-02-05T15:00:00Z");
    expect(site.subjects()).toEqual([
      "Postponed: Harbour Line at The Tall Ship, Kingston",
      "Changed: Harbour Line at The Tall Ship, Kingston",
      "Tomorrow: Harbour Line at The Tall Ship, Kingston",
    ]);
    await site.at("2027-02-07T05:00:00Z");
    expect(site.rows()).toEqual([]);
  });

  it("without a new day has its requests deleted after a year", async () => {
    const site = await aSite();
    await site.join();
    await site.edit("2026-11-10T12:00:00Z", aWrittenShow(...KINGSTON, "status: postponed"));
    await site.at("2027-12-05T12:00:00Z");
    expect(site.rows()).toHaveLength(1);
    await site.at("2027-12-06T12:00:00Z");
    expect(site.rows()).toEqual([]);
  });
});

describe("a restored backup", () => {
  it("sends no reminder twice, and nothing to a person who has stopped since", async () => {
    const site = await aSite();
    await site.join("ann@example.com");
    await site.join("bea@example.com");
    const { path } = writeBackup({ ...site.data, kind: "manual", now: new Date("2026-11-20T12:00:00Z") });
    await site.at("2026-11-28T15:00:00Z");
    expect(site.sent.map(({ to }) => to).sort()).toEqual(["ann@example.com", "bea@example.com"]);
    const ann = site.sent.find(({ to }) => to === "ann@example.com");
    await site.reminders().stop(site.tokenIn(ann, "stop"));
    site.sent.length = 0;
    await restoreBackup({ dir: site.data.dir, file: path, now: new Date("2026-11-28T16:00:00Z") });
    await site.at("2026-11-28T16:00:00Z");
    expect(site.sent).toEqual([]);
    await site.at("2026-12-04T15:00:00Z");
    expect(site.sent.map(({ to }) => to)).toEqual(["bea@example.com"]);
  });

  it("sends nothing that was due before the restore if the present data is lost", async () => {
    const first = await aSite();
    await first.join();
    const { path } = writeBackup({ ...first.data, kind: "manual", now: new Date("2026-11-20T12:00:00Z") });
    const dir = aTestFolder();
    await restoreBackup({ dir, file: path, now: new Date("2026-11-29T12:00:00Z") });
    const site = await aSite({ data: aDataFile({ dir }), shows: [aWrittenShow("starts: 21:00")] });
    await site.at("2026-11-29T12:10:00Z");
    await site.at("2026-11-30T12:10:00Z");
    expect(site.sent).toEqual([]);
    await site.at("2026-12-04T15:00:00Z");
    expect(site.subjects()).toEqual(["Tomorrow: Harbour Line at The Tall Ship, Kingston"]);
  });
});

describe("a request", () => {
  it("sends one email, and nothing else before it is confirmed; after three days its address is deleted", async () => {
    const site = await aSite();
    await site.reminders().request("ann@example.com", { showId: "2026-kingston" });
    await site.reminders().request(" Ann@Example.com ", { showId: "2026-kingston" });
    await site.at("2026-11-01T12:01:00Z");
    expect(site.subjects()).toEqual(["Please confirm: Harbour Line at The Tall Ship, Kingston, December 5, 2026"]);
    const token = site.tokenIn(site.sent[0], "confirm");
    expect(site.reminders().find(token)?.address).toBe("a•••@example.com");
    await site.at("2026-11-04T12:00:00Z");
    expect(await site.reminders().confirm(token)).toBe(false);
    expect(site.rows()).toEqual([]);
  });

  it("sends a mailbox at most three emails a day, even after they were stopped", async () => {
    const ids = ["a", "b", "c", "d"];
    const site = await aSite({ shows: ids.map((id) => anotherShow(id, "Kingston")) });
    for (const id of ids) await site.reminders().request(`ann+${id}@example.com`, { showId: id });
    await site.at("2026-11-01T12:01:00Z");
    expect(site.sent).toHaveLength(3);
    for (const email of site.sent) await site.reminders().stop(site.tokenIn(email, "stop"));
    expect(site.rows().every(({ email }) => email === null)).toBe(true);
    await site.reminders().request("ann@example.com", { showId: "d" });
    await site.at("2026-11-01T12:02:00Z");
    expect(site.sent).toHaveLength(3);
    await site.at("2026-11-02T12:02:00Z");
    expect(site.rows()).toEqual([]);
  });

  it("counts all spellings of a mailbox that its provider knows", async () => {
    const ids = ["a", "b", "c", "d"];
    const site = await aSite({ shows: ids.map((id) => anotherShow(id, "Kingston")) });
    const spellings = ["ann.lake", "annlake", "a.nnlake", "ann-lake"];
    for (const [at, id] of ids.entries()) await site.reminders().request(`${spellings[at]}@proton.me`, { showId: id });
    await site.at("2026-11-01T12:01:00Z");
    expect(site.sent).toHaveLength(3);
  });

  it("that is repeated a day later sends the link again, but stays one reminder, which every link stops", async () => {
    const site = await aSite();
    const ask = () => site.reminders().request("ann@example.com", { showId: "2026-kingston" });
    await ask();
    await site.at("2026-11-01T12:01:00Z");
    await site.at("2026-11-02T12:02:00Z");
    await ask();
    await site.at("2026-11-02T12:03:00Z");
    expect(site.sent).toHaveLength(2);
    const [first, second] = [...site.sent];
    for (const email of [first, second]) {
      expect(await site.reminders().confirm(site.tokenIn(email, "confirm"))).toBe(true);
    }
    await site.at("2026-11-28T15:00:00Z");
    expect(site.sent).toHaveLength(3);
    await site.reminders().stop(site.tokenIn(first, "stop"));
    await site.at("2026-12-04T15:00:00Z");
    expect(site.sent).toHaveLength(3);
  });

  it("gets the same answer for a known address, and no second email", async () => {
    const site = await aSite();
    await site.join();
    expect(await site.reminders().request("ann@example.com", { showId: "2026-kingston" })).toEqual({ ok: true });
    await site.at("2026-11-03T12:00:00Z");
    expect(site.sent).toEqual([]);
  });

  it("writes to disk for a known address too, so that the time of the response does not reveal who asked", async () => {
    const dir = aTestFolder();
    const site = await aSite({ data: aDataFile({ dir }) });
    await site.join();
    const written = () => statSync(join(dir, "porchlight.db-wal")).size;
    const before = written();
    await site.reminders().request("ann@example.com", { showId: "2026-kingston" });
    expect(written()).toBeGreaterThan(before);
    expect(site.rows()).toHaveLength(1);
  });

  it("is refused for a malformed address, an unknown or hidden show, and an unknown town", async () => {
    const site = await aSite({
      shows: [aWrittenShow(...KINGSTON), anotherShow("hidden", "Ottawa", "announce: 2026-11-20 10:00")],
    });
    const { request } = site.reminders();
    for (const email of ["", "ann", "ann@example.com\nBcc: x@example.com", `${"a".repeat(300)}@example.com`]) {
      expect(await request(email, { showId: "2026-kingston" })).toEqual({ ok: false, reason: "invalid-email" });
    }
    for (const showId of ["nowhere", "hidden", "' OR 1=1 --"]) {
      expect(await request("ann@example.com", { showId })).toEqual({ ok: false, reason: "no-such-show" });
    }
    expect(await request("ann@example.com", { town: "<b>Nowhere</b>" })).toEqual({
      ok: false,
      reason: "which-town",
      towns: [],
    });
    expect(site.rows()).toEqual([]);
  });

  it("is not confirmed or stopped by a token of the other kind, or an invented one", async () => {
    const site = await aSite();
    await site.join();
    await site.at("2026-11-28T15:00:00Z");
    const stop = site.tokenIn(site.sent[0], "stop");
    expect(await site.reminders().confirm(stop)).toBe(false);
    expect(await site.reminders().stop(`${stop}x`)).toBe(false);
    expect(await site.reminders().stop(stop)).toBe(true);
    expect(await site.reminders().stop(stop)).toBe(true);
    await site.at("2026-12-04T15:00:00Z");
    expect(site.sent).toHaveLength(1);
  });

  it("is deleted when the owner removes another spelling of the address", async () => {
    const site = await aSite();
    await site.join();
    await site.data.write((writer) => forgetReminders(writer, "Ann+x@example.com"));
    expect(site.rows()).toEqual([]);
  });
});

describe("a request for shows near a town", () => {
  it("asks which of several towns is meant, and reports each new show near it once", async () => {
    const site = await aSite();
    const result = await site.reminders().request("ann@example.com", { town: "kingston" });
    expect(result).toMatchObject({
      reason: "which-town",
      towns: expect.arrayContaining(["Kingston, Ontario, Canada"]),
    });
    await site.join("ann@example.com", { town: "Kingston, Ontario, Canada" });
    const belleville = anotherShow("belleville", "Belleville", "announce: 2026-11-10 10:00");
    const london = anotherShow("london", "London");
    await site.edit("2026-11-09T12:00:00Z", aWrittenShow(...KINGSTON), belleville, london);
    expect(site.sent).toEqual([]);
    await site.at("2026-11-10T15:00:00Z");
    await site.at("2026-11-10T15:11:00Z");
    await site.at("2026-11-20T15:11:00Z");
    expect(site.subjects()).toEqual(["Harbour Line near Kingston, Ontario, Canada"]);
    expect(site.sent[0]?.text).toContain("https://artist.example/shows/belleville");
    expect(site.sent[0]?.text).not.toContain("london");
    await site.at("2028-11-01T12:00:00Z");
    expect(site.rows()).toEqual([]);
  });
});
