import type { DataFile } from "../../../data/data-file.ts";

/**
 * Counts the visits that links in newsletters brought. Those since the last call of `store` are in memory: a visit alone
 * is not worth a write to the disk.
 */
export function createVisitCounter(
  { read, write }: DataFile,
  log: { warn(fields: object, message: string): void },
): {
  count(newsletterId: number): void;
  store(): Promise<void>;
} {
  const counts = new Map<number, number>();
  return {
    count(id) {
      // A visitor may name any newsletter, so only existing ones are held in memory.
      if (read.get("SELECT 1 FROM newsletters WHERE id = ? AND started_at IS NOT NULL", id) === undefined) return;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    },
    async store() {
      if (counts.size === 0) return;
      const stored = [...counts];
      try {
        await write((writer) => {
          for (const [id, visits] of stored) {
            writer.run("UPDATE newsletters SET visits = visits + ? WHERE id = ?", visits, id);
          }
        });
      } catch (error) {
        log.warn({ err: error }, "visits from newsletters could not be stored yet");
        return;
      }
      for (const [id, visits] of stored) {
        const later = (counts.get(id) ?? 0) - visits;
        if (later > 0) counts.set(id, later);
        else counts.delete(id);
      }
    },
  };
}
