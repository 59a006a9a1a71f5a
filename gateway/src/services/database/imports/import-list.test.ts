import { describe, expect, it, onTestFinished } from "vitest";
import { openCommandDataFile } from "../../../data/command-data-file.ts";
import { watchOutsideChanges } from "../../../data/outside-changes.ts";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { recordHistory } from "../builtin/history.ts";
import { suppress } from "../builtin/suppression.ts";
import { add, aFile, aSubscriberList, importFile, listRows } from "./import-list.case.ts";
import { BATCH_ROWS, checkImport } from "./import-list.ts";
import { openList } from "./list-records.ts";
import { stageList } from "./staged-list.ts";

const aList = (...rows: string[]) => aFile(`email,name,status,date\n${rows.join("\n")}\n`);

describe("an import", () => {
  it("changes nothing unless isWriting is set", async () => {
    const { data } = aSubscriberList();
    expect(await importFile(data, aList("ann@example.com"), { isWriting: false })).toEqual([
      [2, "ann@example.com", "added"],
    ]);
    expect(listRows(data)).toEqual([]);
  });

  it("changes no subscriber, and adds no address that unsubscribed or was removed here", async () => {
    const { data } = aSubscriberList();
    add(data, "on@example.com");
    add(data, "left@example.com", "website-footer", "unsubscribed");
    data.change((writer) => suppress(writer, ["removed@example.com", "gone@example.com"], "2026-01-01"));
    const before = listRows(data);

    const file = aList(
      "On@example.com,Other Name",
      "LEFT@example.com",
      "Removed@example.com",
      "gone@example.com,,unsubscribed",
    );
    expect(await importFile(data, file)).toEqual([
      [2, "on@example.com", "on-list"],
      [3, "left@example.com", "unsubscribed-before"],
      [4, "removed@example.com", "removed-before"],
      [5, "gone@example.com", "removed-before"],
    ]);
    expect(listRows(data)).toEqual(before);
  });

  it("adds no other spelling of a mailbox that unsubscribed or was removed here", async () => {
    const { data } = aSubscriberList();
    data.change((writer) => {
      for (const [email, event] of [["v.ictim@gmail.com", "left"] as const, ["ben@example.com", "removed"] as const]) {
        recordHistory(writer, { email, event, form: "unsubscribe-link", at: "2026-01-01T00:00:00.000000Z" });
      }
    });
    const file = aList(
      "victim@googlemail.com",
      "ben+band@example.com",
      "cleo@example.com",
      "cleo+x@example.com,,unsubscribed",
    );
    expect(await importFile(data, file)).toEqual([
      [2, "victim@googlemail.com", "unsubscribed-before"],
      [3, "ben+band@example.com", "unsubscribed-before"],
      [4, "cleo@example.com", "added"],
      [5, "cleo+x@example.com", "added-unsubscribed"],
    ]);
    expect(checkImport(data.read, await stageList(await openList(file)))).toEqual({ found: 2, missing: 0 });
  });

  it("adds each spelling that is subscribed in the other list, in either order of its files", async () => {
    const files = [() => aList("ann@example.com,,active"), () => aList("ann+old@example.com,,unsubscribed")];
    for (const order of [files, files.toReversed()]) {
      const { data } = aSubscriberList();
      for (const file of order) await importFile(data, file());
      expect(listRows(data).toSorted()).toEqual([
        expect.stringMatching(/^ann\+old@example.com unsubscribed /),
        expect.stringMatching(/^ann@example.com active /),
      ]);
    }
  });

  it("stores an address as unsubscribed if one of two files says so, in either order", async () => {
    const subscribed = () => aList("ann@example.com,Ann,active", "ben@example.com,Ben,active");
    const unsubscribed = () => aList("ann@example.com,Ann,unsubscribed");
    for (const files of [
      [subscribed, unsubscribed],
      [unsubscribed, subscribed],
    ] as const) {
      const { data } = aSubscriberList();
      for (const file of files) await importFile(data, file());
      expect(listRows(data).toSorted()).toEqual([
        expect.stringMatching(/^ann@example.com unsubscribed /),
        expect.stringMatching(/^ben@example.com active /),
      ]);
    }
  });

  it("leaves subscribers of the website active, even if they are unsubscribed in an old file", async () => {
    const { data } = aSubscriberList();
    add(data, "ann@example.com");
    expect(await importFile(data, aList("ann@example.com,,unsubscribed"))).toEqual([[2, "ann@example.com", "on-list"]]);
    expect(listRows(data)[0]).toMatch(/ active /);
  });

  it("imports a repeated address once, as unsubscribed if one of its rows says so", async () => {
    const { data } = aSubscriberList();
    expect(await importFile(data, aList("ann@example.com,,active", "ANN@example.com,,unsubscribed"))).toEqual([
      [2, "ann@example.com", "added-unsubscribed"],
      [3, "ann@example.com", "is in line 2 already"],
    ]);
    expect(listRows(data)).toHaveLength(1);
  });

  it("gives the reason for each refused row", async () => {
    const { data } = aSubscriberList();
    const long = "x".repeat(300);
    expect(
      await importFile(
        data,
        aList("nobody", ",Ann", `${long}@example.com`, `a@example.com,${long}`, "b@example.com,,pending"),
      ),
    ).toEqual([
      [2, "nobody", "has no valid email address"],
      [3, "", "has no email address"],
      [4, `${long}@example.com`, "has an address longer than 254 characters"],
      [5, "a@example.com", "has a name longer than 200 characters"],
      [6, "b@example.com", "never confirmed"],
    ]);
    expect(listRows(data)).toEqual([]);
  });

  it("parses 03/02/2024 as 3 February if another date of the file has its day first", async () => {
    const { data } = aSubscriberList();
    await importFile(data, aList("a@example.com,,,03/02/2024", "b@example.com,,,13/02/2024 10:00"));
    expect(listRows(data).map((row) => row.split(" ")[3])).toEqual(["2024-02-03T00:00", "2024-02-13T10:00"]);
  });

  it("uses today's date for an ambiguous date if the file has dates in both orders", async () => {
    const { data } = aSubscriberList();
    await importFile(
      data,
      aList("a@example.com,,,03/02/2024", "b@example.com,,,13/02/2024", "c@example.com,,,02/14/2024"),
    );
    expect(listRows(data).map((row) => row.split(" ")[3])).toEqual([
      "2026-03-01T12:00",
      "2024-02-13T00:00",
      "2024-02-14T00:00",
    ]);
  });

  it("parses dates in the given order", async () => {
    const { data } = aSubscriberList();
    await importFile(data, aList("a@example.com,,,03/02/2024", "b@example.com,,,02/14/2024"), { dates: "day-first" });
    expect(listRows(data).map((row) => row.split(" ")[3])).toEqual(["2024-02-03T00:00", "2026-03-01T12:00"]);
  });

  it("continues where it stopped, and adds no subscriber twice", async () => {
    const { data } = aSubscriberList();
    const emails = Array.from({ length: BATCH_ROWS * 3 }, (_, at) => `fan${at}@example.com`);
    const file = aList(...emails);
    let batches = 0;
    const breakOff = () => {
      batches += 1;
      if (batches === 2) throw new Error("the power failed");
    };
    await expect(importFile(data, file, { onBatch: breakOff })).rejects.toThrow("the power failed");
    expect(listRows(data)).toHaveLength(BATCH_ROWS * 2);

    const results = await importFile(data, file);
    expect(results.filter(([, , result]) => result === "added")).toHaveLength(BATCH_ROWS);
    expect(listRows(data).map((row) => row.split(" ")[0])).toEqual(emails);
    expect((await importFile(data, file)).every(([, , result]) => result === "on-list")).toBe(true);
  });

  it("is noticed by a running site, which can write between two batches", async () => {
    const dir = aTestFolder();
    const site = aDataFile({ dir });
    const hasChanged = watchOutsideChanges(site.read);
    const data = openCommandDataFile(dir);
    onTestFinished(() => data.close());
    const signUp = (email: string) =>
      site.write((writer) =>
        writer.run(
          "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, 'active', 'website-footer', '2026')",
          email,
        ),
      );

    const emails = Array.from({ length: BATCH_ROWS + 1 }, (_, at) => `fan${at}@example.com`);
    let pauses = 0;
    const results = await importFile(data, aList(...emails), {
      async pause() {
        pauses += 1;
        // Meanwhile the next address of the file signs up on the website.
        await signUp(`fan${BATCH_ROWS}@example.com`);
      },
    });
    expect(pauses).toBe(1);
    expect(results.at(-1)).toEqual([BATCH_ROWS + 2, `fan${BATCH_ROWS}@example.com`, "on-list"]);
    expect(hasChanged()).toBe(true);
  });

  it("is checked against the list: a removed address is not missing, but any other absent address is", async () => {
    const { data } = aSubscriberList();
    const file = aList("ann@example.com", "ben@example.com", "nobody");
    await importFile(data, file);
    const staged = await stageList(await openList(file));
    onTestFinished(() => staged.close());
    expect(checkImport(data.read, staged)).toEqual({ found: 2, missing: 0 });
    data.change((writer) => writer.run("DELETE FROM newsletter_subscribers WHERE email = 'ann@example.com'"));
    expect(checkImport(data.read, staged)).toEqual({ found: 1, missing: 1 });
    data.change((writer) => suppress(writer, ["ann@example.com"], "2026-01-01"));
    expect(checkImport(data.read, staged)).toEqual({ found: 1, missing: 0 });
  });

  it("names the disk that is too full for its temporary files", async () => {
    const list = await openList(aList("ann@example.com"));
    const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
    const failing = (error: Error): typeof list => ({
      ...list,
      records() {
        throw error;
      },
    });
    await expect(stageList(failing(full))).rejects.toMatchObject({
      name: "DataFileError",
      message: expect.stringMatching(/^The disk that holds \S+ is full\./),
    });
    const other = Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", syscall: "read" });
    await expect(stageList(failing(other))).rejects.toBe(other);
  });
});
