// Strangers sign up addresses of others: new ones, unsubscribed and removed ones. What resubscribes them, and what do responses reveal?
import { SIGN_UP_NOTES } from "@porchlight/protocol/messages.ts";
import { SIGN_UP_PAGE_HEADER, SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { openListSecret } from "../../data/list-secret.ts";
import { createReturnRequests } from "../../services/database/builtin/return-requests.ts";
import { createSubscriberList } from "../../services/database/builtin/subscriber-list.ts";
import { createBuiltinDatabase } from "../../services/database/builtin.ts";
import { createBuiltinMailingList } from "../../services/mailing-list/builtin.ts";
import { liftConfirmed } from "../../services/newsletter/bounces/list-bounces.ts";
import { recordBounce } from "../../services/newsletter/bounces/record-bounce.ts";
import { IS_BLOCKED } from "../../services/newsletter/builtin/audience.ts";
import { readNewsletterSettings, storeNewsletterSettings } from "../../services/newsletter/builtin/settings.ts";
import { queueWelcome } from "../../services/newsletter/builtin/welcome.ts";
import { createChanges } from "../../services/shared/change-events.ts";
import type { EmailMessage } from "../../services/shared/outgoing-messages.ts";
import { createUnsubscribeService } from "../../services/unsubscribe/builtin.ts";
import { createUnsubscribeLinks } from "../../services/unsubscribe/links.ts";
import { createReturnLinks } from "../../services/unsubscribe/return-links.ts";
import { aDataFile } from "../a-data-file.ts";
import { aGateway, silentLog } from "../gateway-in-memory.ts";
import { aTestFolder } from "../gateway-process.ts";
import { anAdminToken, anAuth } from "../signed-in.ts";

const ORIGIN = "https://artist.example";
const ANN = "ann@example.com";
const DAY_MS = 24 * 60 * 60 * 1000;

type Options = {
  isConfirmed?: boolean;
  hasMail?: boolean;
  dir?: string;
  sendEmail?: (email: EmailMessage) => Promise<void>;
};

/** A site with the built-in list. Only `pass` moves its clock. */
async function aSite({ isConfirmed = false, hasMail = true, dir = aTestFolder(), ...options }: Options = {}) {
  let now = Date.UTC(2026, 2, 1, 12);
  const clock = () => new Date(now);
  const data = aDataFile({ dir });
  const emails: EmailMessage[] = [];
  const auth = await anAuth(data, { clock });
  const changes = createChanges((error) => expect.unreachable(String(error)));
  const store = { data, changes, clock };
  const secret = await openListSecret(data);
  const returning = createReturnRequests({
    store,
    links: createReturnLinks({ secret, publicUrl: ORIGIN }),
    sendEmail: options.sendEmail ?? (async (email) => void emails.push(email)),
    artistName: () => "Harbour Line",
    onConfirmed(writer, email, at) {
      liftConfirmed(writer, email, at);
      queueWelcome(writer, email, at);
    },
    log: silentLog,
  });
  const subscribers = createSubscriberList(store, hasMail ? returning : undefined, {
    isConfirmed: (reader) => readNewsletterSettings(reader).isConfirmed,
    wording: (source) => SIGN_UP_NOTES[source]("Harbour Line"),
  });
  const confirmEach = (isOn: boolean) =>
    data.write((writer) => {
      storeNewsletterSettings(writer, { ...readNewsletterSettings(writer), isConfirmed: isOn });
    });
  if (isConfirmed) await confirmEach(true);
  const unsubscribing = createUnsubscribeService({
    links: createUnsubscribeLinks({ secret, publicUrl: ORIGIN }),
    subscribers,
  });
  const gateway = aGateway({
    auth,
    database: createBuiltinDatabase({ data, unsubscribing, subscribers, changes, clock }),
    mailingList: createBuiltinMailingList({ subscribers }),
    unsubscribing,
    ...(hasMail && { returning }),
    limits: false,
    publicUrl: ORIGIN,
  });
  const ask = async (path: string, init?: RequestInit) => gateway.fetch(new Request(ORIGIN + path, init));
  const rest = (query: string, init: Omit<RequestInit, "headers">, token = auth.anonymousKey) =>
    ask(`/rest/v1/${SUBSCRIBERS_TABLE}${query}`, {
      ...init,
      headers: {
        apikey: auth.anonymousKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        [SIGN_UP_PAGE_HEADER]: "/about",
      },
    });

  /** Signs up in the footer. @returns the whole response without its date */
  async function join(more: object = {}) {
    const row = { email: ANN, status: "active", source: "website-footer", ...more };
    const response = await rest("", { method: "POST", body: JSON.stringify(row) });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }

  /** Signs up in the dialog. */
  async function joinByDialog(fields: Record<string, string> = {}) {
    const query = new URLSearchParams({ EMAIL: ANN, FNAME: "Visit", LNAME: "Us", ...fields });
    return (await ask(`/mailing-list/subscribe/post-json?${query}`)).text();
  }

  /** The link of the latest email. */
  const lastLink = () => /https:\/\/artist\.example(\/confirm\?t=\S+)/.exec(emails.at(-1)?.text ?? "")?.[1] ?? "";

  return {
    data,
    close: data.close,
    emails,
    ask,
    join,
    joinByDialog,
    lastLink,
    anonymousKey: auth.anonymousKey,
    confirmEach,
    pass: (ms: number) => {
      now += ms;
    },
    /** Sends waiting confirmation emails, as a start does. */
    send: () => returning.send(),
    settle: () => returning.settle(),
    unsubscribe: (email = ANN) => subscribers.unsubscribe(email),
    remove: async (email = ANN) =>
      rest(`?email=eq.${encodeURIComponent(email)}`, { method: "DELETE" }, await anAdminToken(auth)),
    confirm: (link: string) =>
      ask("/confirm", {
        method: "POST",
        body: new URLSearchParams({ t: new URL(link, ORIGIN).searchParams.get("t") ?? "" }),
      }),
    isBlocked: () => data.read.get(IS_BLOCKED, ANN) !== undefined,
    rows: () =>
      data.read.all<Record<string, unknown>>(
        `SELECT email, status, source, first_name, last_name FROM ${SUBSCRIBERS_TABLE} ORDER BY id`,
      ),
    consents: () =>
      data.read.all<Record<string, unknown>>(
        "SELECT event, asked_at, at, is_confirmed, wording, page FROM subscriber_history ORDER BY id",
      ),
    history: () =>
      data.read
        .all<Record<string, unknown>>("SELECT event, form, is_confirmed, at FROM subscriber_history ORDER BY id")
        .map(({ event, form, is_confirmed, at }) => `${event} ${form}${is_confirmed ? " confirmed" : ""} ${at}`),
  };
}

const ROW = { email: ANN, status: "active", source: "website-footer", first_name: "Ann", last_name: null };

it("an unsubscribed address returns through the link in its confirmation email, with its old names", async () => {
  const site = await aSite();
  await site.join({ first_name: "Ann" });
  await site.unsubscribe();
  site.pass(1_000);
  expect((await site.join({ email: "ANN@example.com", first_name: "Visit", last_name: "Evil" })).status).toBe(201);
  await site.settle();
  expect(site.rows()).toEqual([{ ...ROW, status: "unsubscribed" }]);
  expect(site.emails).toMatchObject([{ to: ANN, subject: "Join the mailing list of Harbour Line again?" }]);
  expect(JSON.stringify(site.emails)).not.toContain("Evil");

  const page = await site.ask(site.lastLink());
  expect(page.status).toBe(200);
  const words = await page.text();
  expect(words).toContain("a•••@example.com");
  expect(words).not.toContain(ANN);
  // A GET of the link changes nothing. Mail scanners send such requests.
  for (const method of ["GET", "HEAD"]) await site.ask(site.lastLink(), { method });
  expect(site.rows()).toEqual([{ ...ROW, status: "unsubscribed" }]);

  site.pass(1_000);
  const confirmed = await site.confirm(site.lastLink());
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, "/confirm/done"]);
  expect(site.rows()).toEqual([ROW]);
  expect((await site.confirm(site.lastLink())).status).toBe(303);
  expect(site.history()).toEqual([
    "joined website-footer 2026-03-01T12:00:00.000000Z",
    "left unsubscribe-link 2026-03-01T12:00:00.000000Z",
    "came-back website-footer confirmed 2026-03-01T12:00:02.000000Z",
  ]);
});

it("an address that the owner removed returns only through the link, and without the names of the sign-up", async () => {
  const site = await aSite();
  await site.join({ first_name: "Ann" });
  expect((await site.remove()).status).toBe(204);
  expect(await site.joinByDialog()).toContain('"success"');
  await site.settle();
  expect(site.rows()).toEqual([]);
  expect((await site.confirm(site.lastLink())).status).toBe(303);
  expect(site.rows()).toEqual([{ ...ROW, source: "website-dialog", first_name: null }]);
  expect(site.history().map((entry) => entry.replace(/ \S+$/, ""))).toEqual([
    "joined website-footer",
    "removed dashboard",
    "came-back website-dialog confirmed",
  ]);
  expect((await site.join()).status).toBe(409);
});

it("no response reveals which address unsubscribed, was removed, or never existed", async () => {
  const site = await aSite();
  const [left, removed] = [
    ["left@example.com", "left-too@example.com"],
    ["removed@example.com", "removed-too@example.com"],
  ];
  for (const email of [...left, ...removed, "active@example.com"]) await site.join({ email });
  for (const email of left) await site.unsubscribe(email);
  for (const email of removed) await site.remove(email);
  const asNew = await site.join({ email: "new@example.com" });
  expect(asNew.status).toBe(201);
  for (const [email] of [left, removed]) expect(await site.join({ email })).toEqual(asNew);
  expect((await site.join({ email: "active@example.com" })).status).toBe(409);
  const newByDialog = await site.joinByDialog({ EMAIL: "newer@example.com" });
  for (const [, email = ""] of [left, removed]) expect(await site.joinByDialog({ EMAIL: email })).toBe(newByDialog);
});

it("a second sign-up of an unsubscribed or removed address gets the same response as for any other address", async () => {
  const site = await aSite();
  for (const email of ["left@example.com", "removed@example.com"]) await site.join({ email });
  await site.unsubscribe("left@example.com");
  await site.remove("removed@example.com");
  await site.join({ email: "new@example.com" });
  const duplicate = await site.join({ email: "new@example.com" });
  expect([duplicate.status, duplicate.body]).toEqual([409, expect.stringContaining("23505")]);
  const duplicateByDialog = await site.joinByDialog({ EMAIL: "new@example.com" });
  for (const email of ["left@example.com", "removed@example.com"]) {
    expect((await site.join({ email })).status).toBe(201);
    expect(await site.join({ email })).toEqual(duplicate);
    expect(await site.joinByDialog({ EMAIL: email })).toBe(duplicateByDialog);
    site.pass(8 * DAY_MS);
    expect(await site.join({ email })).toEqual(duplicate);
    await site.settle();
    await site.confirm(site.lastLink());
    expect(await site.join({ email })).toEqual(duplicate);
  }
  expect(site.rows()).toMatchObject([{ status: "active" }, { status: "active" }, { status: "active" }]);
});

it.each(["unsubscribed", "was removed"])(
  "another spelling of a mailbox that %s is not on the list before its link is used",
  async (how) => {
    const site = await aSite();
    await site.join({ email: "v.ictim@gmail.com" });
    await (how === "unsubscribed" ? site.unsubscribe("v.ictim@gmail.com") : site.remove("v.ictim@gmail.com"));
    const before = site.rows();
    const asNew = await site.join({ email: "new@gmail.com" });
    for (const email of ["victim+a@gmail.com", "victim@googlemail.com", "vic.tim@gmail.com"]) {
      expect(await site.join({ email })).toEqual(asNew);
      expect((await site.join({ email })).status).toBe(409);
    }
    await site.settle();
    expect(site.rows().filter(({ email }) => email !== "new@gmail.com")).toEqual(before);
    // All spellings together get one email a day.
    expect(site.emails).toMatchObject([{ to: "victim+a@gmail.com" }]);
    expect((await site.confirm(site.lastLink())).status).toBe(303);
    expect(site.rows()).toContainEqual({ ...ROW, email: "victim+a@gmail.com", first_name: null });
    expect(site.history().at(-1)).toMatch(/^joined website-footer confirmed /);
    site.pass(DAY_MS + 1);
    await site.join({ email: "vic.tim@gmail.com" });
    await site.settle();
    expect(site.emails).toHaveLength(2);
  },
);

it("strangers put one mailbox on the list in three spellings, and further ones wait for its link", async () => {
  const site = await aSite();
  for (const email of ["v.ictim@gmail.com", "victim@gmail.com", "victim+a@googlemail.com"]) await site.join({ email });
  const before = site.rows();
  expect(before).toHaveLength(3);
  const asNew = await site.join({ email: "new@gmail.com" });
  for (const email of ["vic.tim@gmail.com", "victim+b@gmail.com"]) {
    expect(await site.join({ email })).toEqual(asNew);
    expect((await site.join({ email })).status).toBe(409);
  }
  await site.settle();
  expect(site.rows().filter(({ email }) => email !== "new@gmail.com")).toEqual(before);
  expect(site.emails).toMatchObject([{ to: "vic.tim@gmail.com" }]);
  expect((await site.confirm(site.lastLink())).status).toBe(303);
  expect(site.rows()).toContainEqual({ ...ROW, email: "vic.tim@gmail.com", first_name: null });
});

it("without a mail server a fourth spelling of a mailbox is a duplicate", async () => {
  const site = await aSite({ hasMail: false });
  for (const tag of ["a", "b", "c"]) expect((await site.join({ email: `ann+${tag}@example.com` })).status).toBe(201);
  expect((await site.join()).status).toBe(409);
  expect((await site.join({ email: "ann@example.org" })).status).toBe(201);
  await site.unsubscribe("ann+b@example.com");
  expect((await site.join()).status).toBe(201);
});

it("once all addresses of a mailbox have returned, another spelling joins at once", async () => {
  const site = await aSite();
  await site.join();
  await site.unsubscribe();
  await site.join();
  await site.settle();
  await site.confirm(site.lastLink());
  expect((await site.join({ email: "ann+shop@example.com" })).status).toBe(201);
  expect(site.rows()).toHaveLength(2);
});

it("an unsubscribed address gets one email a day, even when strangers sign it up often", async () => {
  const site = await aSite();
  await site.join();
  await site.unsubscribe();
  for (let n = 0; n < 5; n += 1) await site.join();
  await site.settle();
  expect(site.emails).toHaveLength(1);
  const first = site.lastLink();
  site.pass(DAY_MS + 1);
  await site.join();
  await site.settle();
  expect(site.emails).toHaveLength(2);
  // Only the link of the later email works.
  expect((await site.confirm(first)).status).toBe(410);
  expect((await site.confirm(site.lastLink())).status).toBe(303);
});

it("an address that was signed up while the clock was ahead gets a new link a day after the clock is right", async () => {
  const site = await aSite();
  await site.join();
  await site.unsubscribe();
  site.pass(400 * DAY_MS);
  await site.join();
  await site.settle();
  site.pass(-400 * DAY_MS);
  for (const passed of [0, DAY_MS / 2, DAY_MS]) {
    site.pass(passed);
    await site.join();
    await site.settle();
  }
  expect(site.emails).toHaveLength(3);
  expect((await site.confirm(site.lastLink())).status).toBe(303);
});

it("a link works for seven days, but not after its address was unsubscribed or removed again", async () => {
  const site = await aSite();
  await site.join();
  await site.unsubscribe();
  await site.join();
  await site.settle();
  site.pass(7 * DAY_MS + 1);
  expect((await site.ask(site.lastLink())).status).toBe(410);
  expect((await site.confirm(site.lastLink())).status).toBe(410);

  await site.join();
  await site.settle();
  await site.confirm(site.lastLink());
  await site.unsubscribe();
  expect((await site.confirm(site.lastLink())).status).toBe(410);
  site.pass(DAY_MS + 1);
  await site.join();
  await site.settle();
  await site.remove();
  expect((await site.confirm(site.lastLink())).status).toBe(410);
  expect(site.rows()).toEqual([]);
  for (const token of ["", "x", `${site.lastLink().slice(11)}A`]) {
    expect((await site.confirm(`/confirm?t=${token}`)).status).toBe(410);
  }
});

it("without a mail server an address returns at once, with its old names", async () => {
  const site = await aSite({ hasMail: false });
  await site.join({ first_name: "Ann" });
  await site.unsubscribe();
  expect((await site.join({ first_name: "Visit" })).status).toBe(201);
  expect(site.rows()).toEqual([ROW]);
  await site.remove();
  expect((await site.join({ first_name: "Ann" })).status).toBe(201);
  expect(site.rows()).toEqual([ROW]);
  expect((await site.ask("/confirm?t=x")).status).toBe(404);
  expect(site.history().map((entry) => entry.replace(/ \S+$/, ""))).toEqual([
    "joined website-footer",
    "left unsubscribe-link",
    "came-back website-footer",
    "removed dashboard",
    "came-back website-footer",
  ]);
});

it("an email that could not be handed over is sent at the next start, and its address is deleted afterwards", async () => {
  const dir = aTestFolder();
  const broken = await aSite({ dir, sendEmail: () => Promise.reject(new Error("no room")) });
  await broken.join({ email: "unmistakable@example.com" });
  await broken.remove("unmistakable@example.com");
  expect((await broken.join({ email: "unmistakable@example.com" })).status).toBe(201);
  await broken.settle();
  broken.close();

  const site = await aSite({ dir });
  site.send();
  await site.settle();
  expect(site.emails).toMatchObject([{ to: "unmistakable@example.com" }]);
  expect(JSON.stringify(site.data.read.all("SELECT * FROM return_requests"))).not.toContain("unmistakable");
  expect((await site.confirm(site.lastLink())).status).toBe(303);
});

it("both forms reject names with a web address, an @ or a control character, each form with its own error", async () => {
  const site = await aSite();
  for (const name of ["Visit https://evil.example now", "evil.example", "@evil", "Ann\u0007"]) {
    const refused = await site.join({ first_name: name });
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining("first_name_check")]);
    expect(await site.joinByDialog({ LNAME: name })).toContain("Please enter a name");
  }
  expect(site.rows()).toEqual([]);
});

describe("where each sign-up has to be confirmed", () => {
  it("nobody is on the list before the form behind the link was sent, and the consent is stored", async () => {
    const site = await aSite({ isConfirmed: true });
    expect((await site.join({ first_name: "Visit", last_name: "Evil" })).status).toBe(201);
    await site.settle();
    expect(site.rows()).toEqual([]);
    expect(site.history()).toEqual([]);
    expect(site.emails).toMatchObject([{ to: ANN, subject: "Join the mailing list of Harbour Line?" }]);
    expect(JSON.stringify(site.emails)).not.toMatch(/Evil|Visit|again|footer|\/about/);
    expect(JSON.stringify(site.data.read.all("SELECT * FROM return_requests"))).not.toMatch(/Evil|ann@/);

    const page = await (await site.ask(site.lastLink())).text();
    expect(page).toContain("Join the mailing list of Harbour Line?");
    expect(page).toContain("a•••@example.com");
    for (const method of ["GET", "HEAD"]) await site.ask(site.lastLink(), { method });
    expect(site.rows()).toEqual([]);

    site.pass(60_000);
    expect((await site.confirm(site.lastLink())).headers.get("location")).toBe("/confirm/done");
    expect(site.rows()).toEqual([{ ...ROW, first_name: null }]);
    expect((await site.confirm(site.lastLink())).status).toBe(303);
    expect(site.consents()).toEqual([
      {
        event: "joined",
        asked_at: "2026-03-01T12:00:00.000000Z",
        at: "2026-03-01T12:01:00.000000Z",
        is_confirmed: 1,
        wording: "News of records and shows from Harbour Line. Leave whenever you like.",
        page: "/about",
      },
    ]);
  });

  it("no response depends on whether an address is on the list, waits, unsubscribed, was removed or confirmed", async () => {
    const site = await aSite();
    for (const email of ["on@example.com", "left@example.com", "removed@example.com"]) await site.join({ email });
    await site.unsubscribe("left@example.com");
    await site.remove("removed@example.com");
    await site.confirmEach(true);
    const addresses = ["new@example.com", "on@example.com", "left@example.com", "removed@example.com"];
    const first = await site.join({ email: "other@example.com" });
    const second = await site.join({ email: "other@example.com" });
    expect([first.status, second]).toEqual([201, first]);
    for (const email of addresses) expect(await site.join({ email })).toEqual(first);
    await site.settle();
    // Those who are on the list already get no email.
    expect(site.emails.map(({ to }) => to)).toEqual([
      "other@example.com",
      ...addresses.filter((a) => !a.startsWith("on")),
    ]);
    // No response shows what the people do meanwhile.
    for (const { text } of site.emails.slice(1)) await site.confirm(/\/confirm\?t=\S+/.exec(text)?.[0] ?? "");
    await site.unsubscribe("on@example.com");
    for (const email of addresses) expect(await site.join({ email })).toEqual(second);
    site.pass(7 * DAY_MS + 1);
    for (const email of [...addresses, "other@example.com"]) expect(await site.join({ email })).toEqual(first);
    for (const email of [...addresses, "other@example.com"]) expect(await site.join({ email })).toEqual(second);
  });

  it("each sign-up writes once to the disk, whatever is known about its address", async () => {
    const site = await aSite();
    await site.join({ email: "on@example.com" });
    await site.confirmEach(true);
    const changes = () => site.data.read.get<{ n: number }>("SELECT sum(count) AS n FROM recent_sign_ups")?.n ?? 0;
    for (const email of ["on@example.com", "new@example.com", "on@example.com", "new@example.com"]) {
      const before = changes();
      await site.join({ email });
      expect(changes()).toBe(before + 1);
    }
  });

  it("strangers cause one email a day for a mailbox, in all its spellings, and none to somebody on the list", async () => {
    const site = await aSite({ isConfirmed: true });
    for (const email of ["victim@gmail.com", "v.ictim@gmail.com", "victim+a@googlemail.com"]) {
      for (let n = 0; n < 3; n += 1) await site.join({ email });
    }
    await site.settle();
    expect(site.emails).toMatchObject([{ to: "victim@gmail.com" }]);
    expect((await site.confirm(site.lastLink())).status).toBe(303);
    site.pass(8 * DAY_MS);
    for (let n = 0; n < 3; n += 1) await site.join({ email: "victim@gmail.com" });
    await site.settle();
    expect(site.emails).toHaveLength(1);
  });

  it.each([
    ["Proton", ["ann.lake@proton.me", "annlake@protonmail.com", "a-n_nlake@pm.me"]],
    ["Fastmail", ["ann@fastmail.com", "shop@ann.fastmail.com", "news@ann.fastmail.com"]],
  ])("strangers cause one email a day for a mailbox at %s, in spellings that only it knows", async (_at, emails) => {
    const site = await aSite({ isConfirmed: true });
    for (const email of emails) await site.join({ email });
    await site.settle();
    expect(site.emails).toMatchObject([{ to: emails[0] }]);
  });

  it("a link works for seven days; afterwards nothing about the address is stored, and a new sign-up gets a new link", async () => {
    const site = await aSite({ isConfirmed: true });
    await site.join();
    await site.settle();
    const old = site.lastLink();
    site.pass(7 * DAY_MS + 1);
    expect((await site.ask(old)).status).toBe(410);
    expect((await site.confirm(old)).status).toBe(410);
    site.send();
    await site.settle();
    for (const table of ["return_requests", "recent_sign_ups", "subscriber_history", SUBSCRIBERS_TABLE]) {
      expect(site.data.read.all(`SELECT * FROM ${table}`)).toEqual([]);
    }
    expect((await site.join()).status).toBe(201);
    await site.settle();
    expect((await site.confirm(old)).status).toBe(410);
    expect((await site.confirm(site.lastLink())).status).toBe(303);
    expect(site.rows()).toHaveLength(1);
  });

  it("a second sign-up gets a new link a day later, even after the first one was deleted", async () => {
    const site = await aSite({ isConfirmed: true });
    await site.join();
    await site.settle();
    for (const days of [1, 9]) {
      site.pass(days * DAY_MS + 1);
      await site.join();
      await site.settle();
    }
    expect(site.emails).toHaveLength(3);
    expect((await site.confirm(site.lastLink())).status).toBe(303);
  });

  it("somebody who comes back reads another sentence, and gives a separate consent", async () => {
    const site = await aSite({ isConfirmed: true });
    await site.join();
    await site.settle();
    await site.confirm(site.lastLink());
    await site.unsubscribe();
    site.pass(8 * DAY_MS);
    await site.joinByDialog();
    await site.settle();
    expect(site.emails.at(-1)?.subject).toBe("Join the mailing list of Harbour Line again?");
    await site.confirm(site.lastLink());
    expect(site.consents().map(({ event, page, wording }) => [event, page, wording])).toEqual([
      ["joined", "/about", SIGN_UP_NOTES["website-footer"]("Harbour Line")],
      ["left", null, null],
      ["came-back", "/", SIGN_UP_NOTES["website-dialog"]("Harbour Line")],
    ]);
  });

  it("without a mail server, or once the owner turns it off, a sign-up counts at once", async () => {
    const unmailed = await aSite({ isConfirmed: true, hasMail: false });
    await unmailed.join();
    expect(unmailed.rows()).toHaveLength(1);
    const site = await aSite({ isConfirmed: true });
    await site.join();
    await site.settle();
    await site.confirmEach(false);
    expect((await site.join()).status).toBe(201);
    expect(site.rows()).toHaveLength(1);
    // The link is used up.
    expect((await site.confirm(site.lastLink())).status).toBe(303);
    expect(site.consents()).toMatchObject([{ event: "joined", is_confirmed: 0 }]);
  });

  it("does not store a page that is not a path of a site", async () => {
    const site = await aSite();
    const auth = site.anonymousKey;
    for (const [at, page] of ["=1+1", "https://evil.example", "/<b>", `/${"a".repeat(200)}`].entries()) {
      const row = { email: `${at}@example.com`, status: "active", source: "website-footer" };
      const headers = { apikey: auth, authorization: `Bearer ${auth}`, "content-type": "application/json" };
      await site.ask(`/rest/v1/${SUBSCRIBERS_TABLE}`, {
        method: "POST",
        headers: { ...headers, [SIGN_UP_PAGE_HEADER]: page },
        body: JSON.stringify(row),
      });
    }
    expect(site.consents().map(({ page }) => page)).toEqual([null, null, null, null]);
  });

  it("only the form behind the link queues a welcome, and only once, however often somebody comes back", async () => {
    const site = await aSite({ isConfirmed: true });
    await site.data.write((writer) =>
      storeNewsletterSettings(writer, {
        postalAddress: "1 Pier Road",
        isConfirmed: true,
        welcome: { subject: "Hello", body: "Hello." },
      }),
    );
    const queued = () => site.data.read.all("SELECT email FROM welcome_emails");
    await site.join();
    await site.settle();
    await site.ask(site.lastLink());
    expect(queued()).toEqual([]);
    await site.confirm(site.lastLink());
    await site.confirm(site.lastLink());
    expect(queued()).toEqual([{ email: ANN }]);
    await site.data.write((writer) => writer.run("UPDATE welcome_emails SET email = NULL"));
    for (let times = 0; times < 2; times += 1) {
      await site.unsubscribe();
      site.pass(8 * DAY_MS);
      await site.join();
      await site.settle();
      expect((await site.confirm(site.lastLink())).status).toBe(303);
    }
    expect(queued()).toEqual([{ email: null }]);
  });

  it.each([
    ["hard", true],
    ["complaint", false],
  ] as const)("somebody who confirms after a %s bounce gets newsletters again: %s", async (kind, isAgain) => {
    const site = await aSite({ isConfirmed: true });
    await site.data.write((writer) =>
      recordBounce(writer, { email: ANN, kind, at: "2026-02-01T12:00:00Z", reason: "5.1.1", newsletterId: undefined }),
    );
    await site.join();
    await site.settle();
    expect(site.isBlocked()).toBe(true);
    await site.confirm(site.lastLink());
    expect(site.rows()).toMatchObject([{ email: ANN, status: "active" }]);
    expect(site.isBlocked()).toBe(!isAgain);
  });
});
