import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it, onTestFinished } from "vitest";
import { openDataFile } from "./data/data-file.ts";
import { aGateway } from "./testing/gateway-in-memory.ts";
import { aTestFolder } from "./testing/gateway-process.ts";
import { anAuth, aServiceKey } from "./testing/signed-in.ts";

it("a move of a list is limited as reads are, and a key that only looks like its own as sign-ups are", async () => {
  const data = openDataFile({ dir: aTestFolder() });
  onTestFinished(() => data.close());
  const auth = await anAuth(data);
  const gateway = aGateway({ auth, limits: true, now: () => 0 });
  const statusesWith = async (token: string, times: number) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const answer = await gateway.fetch(
        new Request(`https://artist.example/rest/v1/${SUBSCRIBERS_TABLE}`, {
          method: "POST",
          headers: { apikey: auth.anonymousKey, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
          body: "[]",
        }),
        { key: token.slice(-9), address: "192.0.2.1" },
      );
      statuses.push(answer.status);
    }
    return statuses.filter((status) => status !== 429).length;
  };
  const service = await aServiceKey(auth);
  expect(await statusesWith(`${service.slice(0, -9)}AAAAAAAAA`, 70)).toBe(60);
  // Sixty more as everybody has them.
  expect(await statusesWith(service, 370)).toBe(360);
});
