import { expect, test } from "vitest";
import { createSingleFlight } from "./single-flight.ts";

test("calls share a running task; after its end or failure the next call runs a new one", async () => {
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
