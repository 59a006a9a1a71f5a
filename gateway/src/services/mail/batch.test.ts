import { getEventListeners } from "node:events";
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

it("a line too many from the server never makes an email wait that it may have", async () => {
  const { connection, ending } = await aConnection({
    onRcptTo({ address }, _, callback) {
      if (address === EMAIL.to) return callback();
      callback(Object.assign(new Error("not to them\r\n250 extra"), { responseCode: 550 }));
    },
  });
  await connection.send({ ...EMAIL, to: "ben@example.com" }, ending.signal);
  expect((await connection.send(EMAIL, ending.signal)).state).not.toBe("deferred");
});
