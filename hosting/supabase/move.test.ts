import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it, onTestFinished } from "vitest";
import { createProvider } from "../../gateway/src/lib/provider/provider.ts";
import { carrySecret } from "../../gateway/src/services/database/moves/carry-secret.ts";
import { compareLists, summariseList } from "../../gateway/src/services/database/moves/compare-lists.ts";
import type { ListEnd } from "../../gateway/src/services/database/moves/list-end.ts";
import { createLocalEnd } from "../../gateway/src/services/database/moves/local-end.ts";
import { moveRows } from "../../gateway/src/services/database/moves/move-rows.ts";
import { aDataFile, aRow, rowsIn } from "../../gateway/src/services/database/moves/moves.case.ts";
import { createRemoteEnd } from "../../gateway/src/services/database/moves/remote-end.ts";
import { createRetryingClient } from "../../gateway/src/services/database/moves/retrying-client.ts";
import { admin, ListAtSupabase, STORED } from "./list-at-supabase.case.ts";
import { wireOf } from "./wire.case.ts";

const PROJECT = "https://project.supabase.test";
const SILENT = { warn: () => {}, info: () => {} };

const list = new ListAtSupabase();

function aProject(): ListEnd {
  const provider = createProvider({ name: PROJECT, url: PROJECT, log: SILENT, fetch: wireOf(list) });
  const onWait = (_seconds: number, why: string) => expect.unreachable(why);
  const end = createRemoteEnd(createRetryingClient(provider, { serviceKey: "sb_secret_key", onWait }), PROJECT);
  onTestFinished(() => end.close());
  return end;
}

function aLocal(...content: Parameters<typeof aDataFile>) {
  const data = aDataFile(...content);
  return { data, end: createLocalEnd(data, { name: "here", pause: async () => {} }) };
}

async function move(from: ListEnd, to: ListEnd) {
  await Promise.all([from.refresh(() => {}), to.refresh(() => {})]);
  const carried = await carrySecret({ from, to, isWriting: true });
  const counts = await moveRows({ from, to, isWriting: true, onBatch: () => {} });
  await Promise.all([from.refresh(() => {}), to.refresh(() => {})]);
  return { carried, counts };
}

const rows = Array.from({ length: 1_203 }, (_, at) =>
  aRow({
    id: at * 3 + 2,
    email: at % 2 === 0 ? `fan${at}@example.com` : `größe${at}@müller.example`,
    status: at % 7 === 0 ? "unsubscribed" : "active",
    source: at % 3 === 0 ? "import:list" : "website-dialog",
    subscribed_at: `2025-0${(at % 9) + 1}-02T03:04:05.${String(at * 37).padStart(6, "0")}Z`,
    first_name: at % 5 === 0 ? `Fan "${at}" 🎸\\` : null,
  }),
);

it("moves a list to a new project and back, row for row, with its secret and its removed addresses", async () => {
  await list.db.exec(`truncate public.${SUBSCRIBERS_TABLE}, porchlight.suppressed_addresses restart identity`);
  const home = aLocal(rows, ["gone@example.com"]);
  const project = aProject();
  const { carried, counts } = await move(home.end, project);
  expect({ carried, added: counts.added }).toEqual({
    carried: { secret: "goes-along", removed: 1, stillThere: [] },
    added: rows.length,
  });
  expect(summariseList(project.rows)).toEqual(summariseList(home.data.read));
  expect((await move(home.end, project)).counts).toMatchObject({ added: 0, same: rows.length });
  expect(await list.signUp()).toMatchObject(STORED);
  expect(await list.rowOf("dora@example.com")).toMatchObject({ id: rows.length * 3 });

  const third = aLocal();
  await list.api.remove(admin, "dora@example.com");
  expect((await move(project, third.end)).carried).toMatchObject({ secret: "goes-along", removed: 2 });
  expect(rowsIn(third.data)).toEqual(rows);
});

it("merges a list into a project that already has a list", async () => {
  const [ann, ben, cleo] = ["ann@example.com", "ben@example.com", "cleo@example.com"] as const;
  await list.api.remove(admin, ann);
  await list.signUp({ email: cleo });
  const home = aLocal([
    aRow({ id: 1, email: ann }),
    aRow({ id: 2, email: ben }),
    aRow({ id: 3, email: cleo, status: "unsubscribed" }),
    aRow({ id: 4, email: "dora@example.com", source: "elsewhere" }),
    aRow({ id: 5, email: "eve@example.com" }),
  ]);
  const project = aProject();
  expect(await move(home.end, project)).toMatchObject({
    carried: { secret: "stays" },
    counts: { added: 1, unsubscribed: 1, "unsubscribed-there": 1, "removed-there": 1, refused: 1 },
  });
  expect(await list.rowOf("cleo@example.com")).toMatchObject({ status: "unsubscribed" });
  expect(await list.emails()).toEqual([ben, cleo, "eve@example.com"]);
  expect(await compareLists(home.end, project)).toMatchObject({
    missing: 1,
    removedThere: 1,
    unsubscribedThere: 1,
    onlyThere: 0,
  });
});
