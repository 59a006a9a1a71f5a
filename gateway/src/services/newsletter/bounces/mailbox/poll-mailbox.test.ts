import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ANN, aBounceSite, BEN } from "../a-bounce-site.case.ts";
import { aComplaint, anEximReport, aPlainEximReport, aPostfixReport, aVacationReply } from "../some-reports.case.ts";
import { anImapServer } from "./imap-server.case.ts";
import { createMailbox } from "./poll-mailbox.ts";

/** A mailbox with a site that polls it. */
async function aMailbox({ password, ...options }: { password?: string; pollMax?: number } = {}) {
  const site = await aBounceSite();
  const server = await anImapServer();
  const said: string[] = [];
  const log = {
    info: (_: object, message: string) => said.push(message),
    error: (fields: object, message: string) => said.push(`${message} ${JSON.stringify(fields)}`),
  };
  const url = password === undefined ? server.url : server.urlWith(password);
  const polled: unknown[] = [];
  const onPolled = async (problem: unknown) => void polled.push(problem);
  const mailbox = createMailbox({ url, take: site.bounces.takeReport, onPolled, log, ...options });
  return { ...site, server, said, polled, mailbox };
}

const anEmail = (subject: string) => Buffer.from(`From: ben@example.test\r\nSubject: ${subject}\r\n\r\nHello.\r\n`);

test("reports are handled and marked as read, and other emails stay as they are", async () => {
  const { server, mailbox, about, stored, said } = await aMailbox();
  server.deliver(
    anEmail("Booking"),
    aPostfixReport(about(ANN)),
    aVacationReply(about(ANN)),
    aPlainEximReport(about(BEN)),
    anEximReport(about("stranger@example.test")),
  );
  await mailbox.poll();
  expect(stored()).toMatchObject([{ email: BEN }, { email: ANN }]);
  expect(server.unread()).toEqual([1, 3, 5]);
  server.deliver(aComplaint(about("fan1@a.test")));
  await mailbox.poll();
  expect(stored()).toMatchObject([{ email: "fan1@a.test", kind: "complaint" }, { email: BEN }, { email: ANN }]);
  expect(server.unread()).toEqual([1, 3, 5]);
  expect(said).toEqual([]);
  // Only the mark for read emails is ever changed.
  const changing = server.commands.filter((command) => /STORE|EXPUNGE|MOVE|COPY|APPEND|DELETE|CLOSE/i.test(command));
  expect(changing).toHaveLength(3);
  for (const command of changing) expect(command).toMatch(/^UID STORE \d+ \+FLAGS(\.SILENT)? \(\\Seen\)$/);
});

test("emails that are not reports are not downloaded, and are inspected only once", async () => {
  const { server, mailbox } = await aMailbox();
  server.deliver(...Array.from({ length: 450 }, (_, at) => anEmail(`Hello ${at}`)));
  await mailbox.poll();
  await mailbox.poll();
  const fetches = server.commands.filter((command) => command.startsWith("UID FETCH"));
  expect(fetches).toHaveLength(3);
  expect(fetches.filter((command) => command.includes("BODY.PEEK[]"))).toEqual([]);
  server.renumber();
  await mailbox.poll();
  expect(server.commands.filter((command) => command.startsWith("UID FETCH"))).toHaveLength(6);
});

test("a full mailbox is read in several polls", async () => {
  const { server, mailbox, about, stored } = await aMailbox({ pollMax: 1_000 });
  const hello = anEmail("Hello");
  server.emails.push(...Array.from({ length: 5_000 }, (_, at) => ({ uid: at + 1, source: hello, isSeen: false })));
  server.deliver(aPostfixReport(about(ANN)));
  for (let at = 0; at < 5; at += 1) await mailbox.poll();
  expect(stored()).toEqual([]);
  await mailbox.poll();
  expect(stored()).toMatchObject([{ email: ANN }]);
});

test("after a connection was lost, the next poll continues", async () => {
  const { server, mailbox, about, stored, said, polled } = await aMailbox();
  server.deliver(aPostfixReport(about(ANN)), aPostfixReport(about(BEN)));
  for (const command of [/^SELECT/i, /^UID SEARCH/i, /BODY\.PEEK\[\]/i, /^UID STORE/i]) {
    server.breakWhen(command);
    await mailbox.poll();
  }
  expect(server.unread()).toEqual([1, 2]);
  // The report was stored, but could not be marked. Handling it again changes nothing.
  expect(stored()).toHaveLength(1);
  server.breakWhen(undefined);
  await mailbox.poll();
  expect(stored()).toHaveLength(2);
  expect(server.unread()).toEqual([]);
  expect(said).toEqual([
    expect.stringContaining("the mailbox of bounces cannot be read: its server fails"),
    "the mailbox of bounces can be read again",
  ]);
  expect(polled).toEqual([...Array(4).fill("connection"), undefined]);
});

test("a wrong password is logged once, without the password, and rarely tried again", async () => {
  const { server, mailbox, said, polled } = await aMailbox({ password: "a-wrong-one" });
  for (let at = 0; at < 14; at += 1) await mailbox.poll();
  expect(server.commands.filter((command) => command.startsWith("LOGIN"))).toHaveLength(2);
  expect(said).toEqual([expect.stringContaining("its server refuses name and password")]);
  expect(polled).toEqual(["sign-in", "sign-in"]);
  expect(said.join()).not.toMatch(/a-wrong-one|Invalid credentials/);
});

test("a report that cannot be stored is handled by the next poll", async () => {
  const { server, about, bounces, stored } = await aMailbox();
  let isFull = true;
  const take = (source: Uint8Array) => {
    if (isFull) throw new Error("disk full");
    return bounces.takeReport(source);
  };
  const log = { info: () => undefined, error: () => undefined };
  const mailbox = createMailbox({ url: server.url, take, log });
  server.deliver(aPostfixReport(about(ANN)));
  await mailbox.poll();
  expect(server.unread()).toEqual([1]);
  isFull = false;
  await mailbox.poll();
  expect(server.unread()).toEqual([]);
  expect(stored()).toMatchObject([{ email: ANN }]);
});

test("an aborted poll reports nothing and leaves the rest to the next start", async () => {
  const { server, about, stored, said, bounces } = await aMailbox();
  server.deliver(aPostfixReport(about(ANN)), aPostfixReport(about(BEN)));
  const log = { info: () => undefined, error: (_: object, message: string) => said.push(message) };
  const mailbox = createMailbox({
    url: server.url,
    take(source) {
      mailbox.stop();
      return bounces.takeReport(source);
    },
    log,
  });
  await mailbox.poll();
  await mailbox.poll();
  expect(stored()).toHaveLength(1);
  expect(server.unread()).toEqual([1, 2]);
  expect(said).toEqual([]);
});

/** A server that sends one piece without end: as its greeting, or after the mailbox was opened. */
async function anEndlessServer(piece: string, begins: "at once" | "later") {
  let sent = 0;
  const server = createServer((socket) => {
    const pour = () => {
      do sent += piece.length;
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("error", () => undefined);
    if (begins === "at once") {
      socket.on("drain", pour);
      return pour();
    }
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    socket.on("data", (data) => {
      const [tag, command] = data.toString().split(" ");
      if (command !== "SELECT") return void socket.write(`${tag} OK done\r\n`);
      socket.on("drain", pour);
      pour();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const polled: unknown[] = [];
  const mailbox = createMailbox({
    url: `imap://bounces:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: async () => true,
    onPolled: async (problem) => void polled.push(problem),
    stepMaxMs: 500,
    log: { info: () => undefined, error: () => undefined },
  });
  return { mailbox, polled, sent: () => sent };
}

test("a server that sends lines without end does not block a poll forever", async () => {
  const { mailbox, polled } = await anEndlessServer("* 3 EXISTS\r\n".repeat(500), "later");
  await mailbox.poll();
  expect(polled).toEqual(["connection"]);
});

test("a server that sends one line without end cannot fill the memory", async () => {
  const { mailbox, polled, sent } = await anEndlessServer("a".repeat(64 * 1024), "at once");
  await mailbox.poll();
  expect(polled).toEqual(["connection"]);
  expect(sent()).toBeLessThan(32 * 1024 * 1024);
});
