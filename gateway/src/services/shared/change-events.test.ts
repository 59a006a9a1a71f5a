import { expect, it } from "vitest";
import { type ChangeEvent, createChanges } from "./change-events.ts";

it("listeners get events in order until they unsubscribe, even when another listener throws", () => {
  const errors: unknown[] = [];
  const received: ChangeEvent[] = [];
  const changes = createChanges((error) => errors.push(error));
  changes.subscribe(() => {
    throw new Error("no");
  });
  const end = changes.subscribe((change) => received.push(change));
  const removal = { type: "DELETE", table: "t", committedAt: new Date(0), oldRecord: { id: 1 } } as const;
  changes.publish(removal);
  changes.publish({ type: "missed" });
  end();
  changes.publish(removal);
  expect(received).toEqual([removal, { type: "missed" }]);
  expect(errors).toHaveLength(3);
});
