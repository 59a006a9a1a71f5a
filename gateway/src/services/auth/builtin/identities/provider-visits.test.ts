import { expect, it } from "vitest";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import { beginVisit, endVisit } from "./provider-visits.ts";

const ADDRESS = "https://artist.example";
const NOW = new Date("2026-11-25T20:00:00Z");

it("a visit to the provider stays while strangers begin hundreds of visits from a few addresses", async () => {
  const data = aDataFile();
  const begin = (client: string) => {
    const codeChallenge = { challenge: "c".repeat(43), method: "s256" } as const;
    const visit = { sessionId: undefined, redirectTo: `${ADDRESS}/admin`, codeChallenge, client };
    return data.write((writer) => beginVisit(writer, visit, NOW));
  };
  const { state, browser } = await begin("192.0.2.1");
  await Promise.all(Array.from({ length: 1_100 }, (_, at) => begin(`198.51.100.${at % 20}`)));
  const { visits } = data.read.get<{ visits: number }>("SELECT count(*) AS visits FROM open_id_visits") ?? {};
  expect(visits).toBe(1_000);
  const cookies = `__Secure-porchlight-visit=${browser}`;
  const found = await data.write((writer) => endVisit(writer, { state, cookies, publicUrl: ADDRESS, now: NOW }));
  expect(found?.visit.redirectTo).toBe(`${ADDRESS}/admin`);
});
