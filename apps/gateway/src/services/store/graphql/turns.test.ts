import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

/** A clock and an event loop that go on when the test says so. */
function aLoop() {
  let now = 0;
  const rounds: (() => void)[] = [];
  const turns = createTurns(
    () => now,
    (work) => rounds.push(work),
  );
  return {
    turns,
    pass: (ms: number) => {
      now += ms;
    },
    /** One round of the loop; what it let go on has gone on when this settles. */
    round: async () => {
      for (const work of rounds.splice(0)) work();
      await Promise.resolve();
      return rounds.length;
    },
  };
}

test("a short request never waits", () => {
  const { turns, pass } = aLoop();
  const request = turns.begin();
  pass(3);
  expect(request.wait()).toBeUndefined();
});

test("long requests wait after 4 ms, and go on one in each round, in the order they came", async () => {
  const { turns, pass, round } = aLoop();
  const first = turns.begin();
  const second = turns.begin();
  pass(9);
  const went: string[] = [];
  first.wait()?.then(() => went.push("first"));
  second.wait()?.then(() => went.push("second"));
  first.wait()?.then(() => went.push("first again"));
  expect(turns.begin().wait()).toBeUndefined();

  await round();
  expect(went).toEqual(["first"]);
  await round();
  expect(went).toEqual(["first", "second"]);
  expect(await round()).toBe(0);
  expect(went).toEqual(["first", "second", "first again"]);
  expect(first.wait()).toBeUndefined();
});
