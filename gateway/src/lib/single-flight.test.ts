import { expect, test } from "vitest";
import { createSingleFlight } from "./single-flight.ts";

test("calls share a running task; after it has ended or failed, the next call starts a new one", async () => {
  const flights = createSingleFlight<number>();
  const tasks: PromiseWithResolvers<number>[] = [];
  const run = (key: string) =>
    flights.run(key, () => {
      const task = Promise.withResolvers<number>();
      tasks.push(task);
      return task.promise;
    });

  const [first, second, other] = [run("a"), run("a"), run("b")];
  expect(tasks).toHaveLength(2);
  tasks[0]?.resolve(1);
  tasks[1]?.reject(new Error("failed"));
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  await expect(other).rejects.toThrow("failed");
  const third = run("b");
  tasks[2]?.resolve(2);
  expect(await third).toBe(2);
});

test("a call can wait for the running task of a key, and does not wait if none is running", async () => {
  const flights = createSingleFlight<number>();
  const task = Promise.withResolvers<number>();
  let isEnded = false;
  flights.run("a", () => task.promise);
  const ended = flights.ended("a").then(() => {
    isEnded = true;
  });
  await flights.ended("b");
  expect(isEnded).toBe(false);
  task.resolve(1);
  await ended;
  expect(isEnded).toBe(true);
});
