import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished, vi } from "vitest";
import { createGroupCommit } from "./group-commit.ts";
import { createStatements } from "./statements.ts";

/** A queue of changes to an empty table of orders. @param onRun runs before each run of a statement */
function aQueue(onRun: (sql: string) => void) {
  const connection = new DatabaseSync(":memory:");
  onTestFinished(() => connection.close());
  connection.exec("CREATE TABLE orders (number INTEGER)");
  const prepare = connection.prepare.bind(connection);
  vi.spyOn(connection, "prepare").mockImplementation((sql) => {
    const statement = prepare(sql);
    const run = statement.run.bind(statement);
    statement.run = (...values: never[]) => {
      onRun(sql);
      return run(...values);
    };
    return statement;
  });
  const commits = createGroupCommit(
    connection,
    createStatements(connection),
    () => undefined,
    (error) => error,
  );
  return { connection, commits };
}

it("does not run a rejected change again when the disk fails while another change is rolled back", async () => {
  let isBroken = true;
  const { connection, commits } = aQueue((sql) => {
    if (!isBroken || !sql.startsWith("ROLLBACK TO")) return;
    isBroken = false;
    throw new Error("disk I/O error");
  });

  const order = commits.write((writer) => writer.run("INSERT INTO orders VALUES (1)"));
  const broken = commits.write(() => {
    throw new Error("sold out");
  });
  await expect(order).rejects.toThrow("disk I/O error");
  await expect(broken).rejects.toThrow("disk I/O error");
  await commits.write((writer) => writer.run("INSERT INTO orders VALUES (2)"));
  expect(connection.prepare("SELECT number FROM orders").all()).toEqual([{ number: 2 }]);
});

it.each(["BEGIN IMMEDIATE", "COMMIT"])(
  "leaves the event loop as much time after a commit as a slow disk took, and little for the time of the changes: %s",
  async (slow) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    let diskMs = 0;
    const { commits } = aQueue((sql) => {
      if (sql === slow) vi.advanceTimersByTime(diskMs);
    });
    const place = (number: number, changeMs = 0) =>
      commits.write((writer) => {
        vi.advanceTimersByTime(changeMs);
        writer.run(`INSERT INTO orders VALUES (${number})`);
      });
    /** Requires that a change is stored after exactly so many milliseconds. */
    const expectAfter = async (ms: number, change: Promise<unknown>) => {
      const isStored = vi.fn();
      void change.then(isStored);
      await vi.advanceTimersByTimeAsync(ms - 1);
      await new Promise(setImmediate);
      expect(isStored).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await change;
    };

    await place(1, 12);
    // That commit was quick, so the next one begins at once.
    await place(2, 25);
    await expectAfter(2, place(3));
    diskMs = 12;
    await place(4);
    diskMs = 0;
    await expectAfter(12, place(5, 5));
    await place(6);
  },
);
