import { expect, it } from "vitest";
import { openListSecret } from "../data/list-secret.ts";
import type { EmailMessage } from "../services/shared/outgoing-messages.ts";
import { createReminders } from "../services/shows/reminders/builtin.ts";
import { aShowsFolder, aWrittenShow } from "../services/shows/some-shows.case.ts";
import { aStore } from "../services/store/builtin/a-store.case.ts";
import { aCheckout, place } from "../services/store/builtin/checkout/a-checkout.case.ts";
import { silentLog } from "../testing/gateway-in-memory.ts";
import { readPersonFile } from "./person-file.ts";

const ANN = "ann@example.com";
const BEN = "ben@example.com";

it("holds the orders of the shop and the reminders of shows, and no key of either", async () => {
  const store = await aStore();
  const checkout = await aCheckout(store, { note: "For my aunt" });
  const order = await place(store, checkout);
  const { data } = store;
  const sent: EmailMessage[] = [];
  const reminders = createReminders({
    data,
    secret: await openListSecret(data),
    shows: aShowsFolder(aWrittenShow("doors: 19:00", "starts: 20:00")).open().list,
    sendEmail: async (email) => void sent.push(email),
    artistName: () => "Harbour Line",
    language: () => "en-CA",
    publicUrl: "https://artist.example",
    clock: () => new Date("2026-11-01T12:00:00Z"),
    log: silentLog,
  });
  for (const email of [ANN, BEN]) await reminders.request(email, { showId: "2026-kingston" });
  await reminders.check();
  const token = /\/reminders\/confirm\?t=([\w-]+)/.exec(sent.find(({ to }) => to === ANN)?.text ?? "")?.[1] ?? "";
  expect(await reminders.confirm(token)).toBe(true);

  const file = readPersonFile(data.read, ANN);
  expect(file).toMatchObject({
    email: ANN,
    subscriber: null,
    reminders: [{ show: "2026-kingston", town: null, confirmedAt: "2026-11-01T12:00:00.000Z" }],
    orders: [
      {
        number: order.number,
        email: ANN,
        note: "For my aunt",
        lines: [{ title: "Harbour mug", quantity: 2 }],
        payment: { status: "pending" },
      },
    ],
  });
  const text = JSON.stringify(file);
  for (const secret of [token, checkout.key, checkout.token, BEN]) expect(text).not.toContain(secret);
  expect(readPersonFile(data.read, BEN)).toMatchObject({ orders: [], reminders: [{ confirmedAt: null }] });
});
