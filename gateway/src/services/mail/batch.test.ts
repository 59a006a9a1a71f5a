import { getEventListeners, once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import type { SMTPServerOptions } from "smtp-server";
import { expect, it, onTestFinished } from "vitest";
import { createBatchMail } from "./batch.ts";
import { aMailServerAtAPort } from "./mail-server.case.ts";

const EMAIL = {
  from: "hello@artist.example",
  to: "ann@example.com",
  message: Buffer.from("Subject: Snow\r\n\r\nOut.\r\n"),
};

/** A connection to a mail server, and the signal of one email. */
async function aConnection(options: SMTPServerOptions = {}) {
  const port = await aMailServerAtAPort(options);
  const url = `smtp://127.0.0.1:${port}`;
  const connection = createBatchMail({ url, from: EMAIL.from, dkim: () => undefined }).connect();
  onTestFinished(() => connection.close());
  return { connection, ending: new AbortController() };
}

it("nothing holds an email in memory once it is accepted or refused", async () => {
  let isRefusing = false;
  const { connection, ending } = await aConnection({
    onRcptTo(_, _session, callback) {
      callback(isRefusing ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }) : null);
    },
  });
  expect(await connection.send(EMAIL, ending.signal)).toEqual({ state: "accepted" });
  isRefusing = true;
  expect(await connection.send(EMAIL, ending.signal)).toEqual({ state: "refused", code: "550", about: "address" });
  expect(getEventListeners(ending.signal, "abort")).toEqual([]);
});

it("an email whose connection is lost waits for another try, unless the server may have it", async () => {
  const { connection, ending } = await aConnection({
    onConnect(_, callback) {
      ending.abort();
      setImmediate(callback);
    },
  });
  expect(await connection.send(EMAIL, ending.signal)).toMatchObject({ state: "failed", cause: "server" });

  const late = await aConnection({
    onData: (stream) => void stream.resume().on("end", () => late.ending.abort()),
  });
  expect(await late.connection.send(EMAIL, late.ending.signal)).toEqual({ state: "in-doubt" });
});

it("an address with other characters than ASCII is not sent to a server that does not offer them", async () => {
  const asked: string[] = [];
  const { connection, ending } = await aConnection({
    hideSMTPUTF8: true,
    onRcptTo({ address }, _, callback) {
      asked.push(address);
      callback();
    },
  });
  const refused = { state: "refused", code: "5.6.7", about: "address" };
  expect(await connection.send({ ...EMAIL, to: "zoë@example.com" }, ending.signal)).toEqual(refused);
  expect(await connection.send(EMAIL, ending.signal)).toEqual({ state: "accepted" });
  expect(asked).toEqual([EMAIL.to]);

  const able = await aConnection();
  expect(await able.connection.send({ ...EMAIL, to: "zoë@example.com" }, ending.signal)).toEqual({ state: "accepted" });
});

it("an email that the server has taken is never deferred, even if its responses are one line behind", async () => {
  // It sends one line too many after a refused recipient, so each later command gets the response of the one before.
  const taken: string[] = [];
  const server = createServer((socket) => {
    const say = (line: string) => void socket.write(`${line}\r\n`);
    say("220 mail.example");
    let [isInMessage, isBehind] = [false, false];
    createInterface(socket).on("line", (line) => {
      if (isInMessage) {
        if (line !== ".") return;
        isInMessage = false;
        taken.push(EMAIL.to);
        return say("250 taken");
      }
      if (line.startsWith("RCPT") && line.includes("ben@")) return say("550 not to them");
      if (line === "RSET" && !isBehind) {
        isBehind = true;
        say("250 extra");
      }
      if (line !== "DATA") return say("250 ok");
      isInMessage = true;
      say("354 go on");
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = createBatchMail({ url, from: EMAIL.from, dkim: () => undefined }).connect();
  onTestFinished(() => connection.close());
  const { signal } = new AbortController();
  expect((await connection.send({ ...EMAIL, to: "ben@example.com" }, signal)).state).toBe("refused");
  const results = [await connection.send(EMAIL, signal), await connection.send(EMAIL, signal)];
  for (const { state } of results) expect(["accepted", "in-doubt"]).toContain(state);
  expect(taken.length).toBeGreaterThan(0);
});
