import { describe, expect, it } from "vitest";
import type { CommandDataFile } from "../../../data/command-data-file.ts";
import { readListSecret } from "../../../data/list-secret.ts";
import { suppress, suppressedAmong } from "../builtin/suppression.ts";
import { carrySecret } from "./carry-secret.ts";
import { compareLists, summariseList } from "./compare-lists.ts";
import { createLocalEnd } from "./local-end.ts";
import { moveRows } from "./move-rows.ts";
import { aDataFile, aRow, rowsIn } from "./moves.case.ts";

const NO_COUNTS = {
  added: 0,
  unsubscribed: 0,
  same: 0,
  differs: 0,
  "unsubscribed-there": 0,
  "removed-there": 0,
  refused: 0,
};

function endsOf(from: CommandDataFile, to: CommandDataFile) {
  const options = { name: "a list", pause: async () => {} };
  return { from: createLocalEnd(from, options), to: createLocalEnd(to, options) };
}

/** Moves the secret and the rows as the command does. */
async function move(from: CommandDataFile, to: CommandDataFile, isWriting = true) {
  const ends = endsOf(from, to);
  const carried = await carrySecret({ ...ends, isWriting });
  return { carried, counts: await moveRows({ ...ends, isWriting, onBatch: () => {} }) };
}

const ann = aRow();
const ben = aRow({ id: 5, email: "ben@example.com", status: "unsubscribed", source: "import:list", first_name: "Ben" });

describe("a move", () => {
  it("changes nothing unless isWriting is set", async () => {
    const [from, to] = [aDataFile([ann, ben], ["gone@example.com"]), aDataFile()];
    const planned = await move(from, to, false);
    expect(planned).toEqual({
      carried: { secret: "goes-along", removed: 1, stillThere: [] },
      counts: { ...NO_COUNTS, added: 2 },
    });
    expect(rowsIn(to)).toEqual([]);
    expect(readListSecret(to.read)).not.toBe(readListSecret(from.read));
    expect(await move(from, to)).toEqual(planned);
    expect(rowsIn(to)).toEqual([ann, ben]);
    expect(await move(from, to)).toMatchObject({ counts: { ...NO_COUNTS, same: 2 } });
  });

  it("moves more rows than one batch with their ids, and a sign-up in the meantime gets another id", async () => {
    const rows = Array.from({ length: 1_203 }, (_, at) => aRow({ id: at * 2 + 1, email: `fan${at}@example.com` }));
    const [from, to] = [aDataFile(rows), aDataFile()];
    const ends = endsOf(from, to);
    let batches = 0;
    await moveRows({
      ...ends,
      isWriting: true,
      onBatch() {
        batches += 1;
        if (batches > 1) return;
        to.change((writer) =>
          writer.run(
            "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES ('new@example.com', 'active', 'website-footer', '2026-03-01T12:00:00.000000Z')",
          ),
        );
      },
    });
    expect(batches).toBe(3);
    expect(rowsIn(to)).toMatchObject([...rows, { id: 2_406, email: "new@example.com" }]);
  });

  it("adds no removed row, activates no unsubscribed row, and unsubscribes rows that are unsubscribed at the source", async () => {
    const cleo = aRow({ id: 7, email: "cleo@example.com" });
    const dora = aRow({ id: 8, email: "dora@example.com" });
    const from = aDataFile([ann, ben, cleo, dora]);
    const there = [
      aRow({ id: 1, email: "own@example.com" }),
      aRow({ id: 2, email: ann.email, status: "unsubscribed" }),
      aRow({ id: 3, email: ben.email, first_name: "Benjamin" }),
      aRow({ id: 4, email: dora.email, subscribed_at: "2026-02-27T10:00:00.000000Z" }),
    ];
    const to = aDataFile(there, [cleo.email]);
    const { carried, counts } = await move(from, to);
    expect(carried).toEqual({ secret: "stays", removed: 0, stillThere: [] });
    expect(counts).toEqual({ ...NO_COUNTS, unsubscribed: 1, differs: 1, "unsubscribed-there": 1, "removed-there": 1 });
    expect(rowsIn(to)).toEqual(
      there.map((row) => (row.email === ben.email ? { ...row, status: "unsubscribed" } : row)),
    );
    expect(await compareLists(...pairOf(from, to))).toEqual({
      missing: 0,
      removedThere: 1,
      onlyThere: 1,
      unsubscribedThere: 1,
      unsubscribedHere: 0,
      otherwise: 2,
      otherIds: 3,
    });
  });

  it("adds no other spelling of a mailbox that unsubscribed at the target, as an imported list in a folder may have", async () => {
    const from = aDataFile([
      aRow({ id: 1, email: "a.nn@gmail.com" }),
      aRow({ id: 2, email: "ben+old@example.com", status: "unsubscribed" }),
      aRow({ id: 3, email: "ben@example.com" }),
    ]);
    const to = aDataFile([aRow({ id: 9, email: "ann@googlemail.com", status: "unsubscribed" })]);
    for (const expected of [{ added: 2 }, { same: 2 }]) {
      const { counts } = await move(from, to);
      expect(counts).toEqual({ ...NO_COUNTS, ...expected, "unsubscribed-there": 1 });
    }
    expect(rowsIn(to).map(({ email, status }) => `${email} ${status}`)).toEqual([
      "ben+old@example.com unsubscribed",
      "ben@example.com active",
      "ann@googlemail.com unsubscribed",
    ]);
    expect(await compareLists(...pairOf(from, to))).toMatchObject({ missing: 0, unsubscribedThere: 1 });

    // Each of two spellings at the source has the status that the source says, even if the first was moved before an
    // interruption.
    const half = aDataFile([aRow({ id: 2, email: "ben+old@example.com", status: "unsubscribed" })]);
    expect((await move(from, half)).counts).toEqual({ ...NO_COUNTS, added: 2, same: 1 });
  });

  it("gives a row another id when its own is taken", async () => {
    const [from, to] = [aDataFile([ann, ben]), aDataFile([aRow({ email: "own@example.com" })])];
    await move(from, to);
    expect(rowsIn(to)).toEqual([aRow({ email: "own@example.com" }), ben, { ...ann, id: 6 }]);
  });

  it("does not add a row that was removed at the target after the check", async () => {
    const [from, to] = [aDataFile([ann]), aDataFile([], [ann.email])];
    const ends = endsOf(from, to);
    await ends.to.add([ann]);
    expect(rowsIn(to)).toEqual([]);
  });
});

function pairOf(from: CommandDataFile, to: CommandDataFile) {
  const ends = endsOf(from, to);
  return [ends.from, ends.to] as const;
}

describe("the secret and the removed addresses", () => {
  it("move to an empty list, and a second move changes nothing", async () => {
    const [from, to] = [aDataFile([ann], ["gone@example.com", "away@example.com"]), aDataFile()];
    expect((await move(from, to)).carried).toEqual({ secret: "goes-along", removed: 2, stillThere: [] });
    expect(readListSecret(to.read)).toBe(readListSecret(from.read));
    expect([...suppressedAmong(to.read, ["Gone@example.com", "ann@example.com"])]).toEqual(["Gone@example.com"]);
    expect((await move(from, to)).carried).toEqual({ secret: "same", removed: 2, stillThere: [] });
  });

  it("leave out addresses on the target's list, and report those that were removed at the source since", async () => {
    const [from, to] = [aDataFile([ann, ben]), aDataFile()];
    await move(from, to);
    removeFrom(from, ["ann@example.com", "cleo@example.com"]);
    to.change((writer) =>
      writer.run(
        "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES ('cleo@example.com', 'active', 'website-footer', '2026-03-02T12:00:00.000000Z')",
      ),
    );
    // Cleo signed up at the target a day after she was removed at the source.
    expect((await move(from, to)).carried).toEqual({ secret: "same", removed: 0, stillThere: ["ann@example.com"] });
    expect(to.read.all("SELECT * FROM suppressed_addresses")).toEqual([]);
    expect(rowsIn(to)).toHaveLength(3);
  });
});

/** Removes addresses as the owner does. */
function removeFrom(data: CommandDataFile, emails: readonly string[]): void {
  data.change((writer) => {
    for (const email of emails) writer.run("DELETE FROM newsletter_subscribers WHERE email = ?", email);
    suppress(writer, emails, "2026-03-01");
  });
}

it("two lists have the same checksum if their rows differ only in ids and order", () => {
  const [one, other] = [
    aDataFile([ann, ben]),
    aDataFile([
      { ...ben, id: 1 },
      { ...ann, id: 2 },
    ]),
  ];
  expect(summariseList(one.read)).toEqual({ ...summariseList(other.read), active: 1, unsubscribed: 1 });
  for (const other of [
    { last_name: "Lake" },
    { status: "unsubscribed" },
    { subscribed_at: "2026-02-01T10:00:00.000001Z" },
  ] as const) {
    expect(summariseList(aDataFile([{ ...ann, ...other }, ben]).read).checksum).not.toBe(
      summariseList(one.read).checksum,
    );
  }
});
