import { expect, test } from "vitest";
import { createRounds } from "./rounds.ts";

/** Rounds that begin when the test says so, on a clock that each piece of work moves. */
function someRounds() {
  let milliseconds = 0;
  const rounds: (() => void)[] = [];
  const done: string[] = [];
  const take = createRounds(
    () => milliseconds,
    (round) => rounds.push(round),
  );
  const work = (name: string, takes: number) =>
    take(() => {
      done.push(name);
      milliseconds += takes;
    });
  return { work, done, rounds, next: () => rounds.shift()?.() };
}

test("work is done in its order, as much in a round as there is time for", () => {
  const { work, done, rounds, next } = someRounds();
  for (const name of ["a", "b", "c", "d"]) work(name, 3);
  expect(done).toEqual([]);
  next();
  expect(done).toEqual(["a", "b"]);
  next();
  expect(done).toEqual(["a", "b", "c", "d"]);
  expect(rounds).toEqual([]);
});

test("one piece that takes longer than a round is done all the same, alone", () => {
  const { work, done, rounds, next } = someRounds();
  work("long", 50);
  work("short", 1);
  next();
  expect(done).toEqual(["long"]);
  work("later", 1);
  expect(rounds).toHaveLength(1);
  next();
  expect(done).toEqual(["long", "short", "later"]);
});

test("work that brings work along has it done as well", () => {
  const { work, done, next } = someRounds();
  work("first", 0);
  next();
  work("second", 0);
  next();
  expect(done).toEqual(["first", "second"]);
});
