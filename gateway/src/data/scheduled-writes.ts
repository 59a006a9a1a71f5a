import type { Scheduler } from "../lib/scheduler.ts";
import type { DataFile } from "./data-file.ts";

/**
 * Wraps a data file for scheduled requests. Each change is charged to the client that sent the request. After the
 * commit, the request waits for the client's next time slice.
 */
export function scheduleWrites(data: DataFile, scheduler: Pick<Scheduler, "current">): DataFile {
  return {
    ...data,
    async write(change) {
      const task = scheduler.current();
      if (!task) return data.write(change);
      const endChange = await task.beginChange();
      try {
        return await data.write((writer) => task.charge(() => change(writer)));
      } finally {
        endChange();
        await task.resume();
      }
    },
  };
}
