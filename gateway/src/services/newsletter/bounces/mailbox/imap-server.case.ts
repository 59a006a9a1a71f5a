import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** An email in a mailbox. */
type Stored = { uid: number; source: Buffer; isSeen: boolean };

const CAPABILITIES = "IMAP4rev1 LITERAL+";

/**
 * A server that speaks the part of IMAP (RFC 3501) that a client needs to find emails, read them and mark them as read.
 * A command that would delete or move something fails the test.
 */
export async function anImapServer({ user = "bounces", password = "a password" } = {}) {
  const emails: Stored[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  /** Ends the connection when a command matches. */
  let breakAt: RegExp | undefined;
  let validity = 1;

  /** The emails of a set of numbers. They are numbered from 1, and none is ever removed. */
  const pick = (set: string) =>
    set.split(",").flatMap((range) => {
      const [from = 0, to = from] = range.split(":").map((end) => (end === "*" ? emails.length : Number(end)));
      return emails.slice(Math.min(from, to) - 1, Math.max(from, to));
    });

  function fetch(socket: Socket, set: string, items: string): void {
    for (const { uid, source } of pick(set)) {
      const [, fields = ""] = /BODY\.PEEK\[(HEADER\.FIELDS \(.*?\))\]/i.exec(items) ?? [];
      const [, , length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(items) ?? [];
      const head = source.subarray(0, source.indexOf("\r\n\r\n") + 2).toString();
      const lines = head.split(/\r\n(?![ \t])/).filter((line) => /^(content-type|x-failed-recipients|to):/i.test(line));
      const [name, content] =
        fields === ""
          ? ["BODY[]<0>", source.subarray(0, Number(length))]
          : [`BODY[${fields}]`, Buffer.from(`${lines.join("\r\n")}\r\n\r\n`)];
      socket.write(`* ${uid} FETCH (UID ${uid} ${name} {${content.length}}\r\n`);
      socket.write(content);
      socket.write(")\r\n");
    }
  }

  function answer(socket: Socket, line: string): void {
    const [, tag = "*", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    const ok = (...lines: string[]) =>
      socket.write([...lines.map((text) => `* ${text}`), `${tag} OK done`, ""].join("\r\n"));
    commands.push(command);
    if (breakAt?.test(command)) return void socket.destroy();
    const [, set = "", items = ""] = /^UID (?:FETCH|STORE) (\S+) (.*)$/i.exec(command) ?? [];
    if (/^CAPABILITY/i.test(command)) return void ok(`CAPABILITY ${CAPABILITIES}`);
    if (/^LOGIN/i.test(command)) {
      if (command.includes(`"${password}"`) && command.includes(user)) return void ok();
      return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials of ${user}\r\n`);
    }
    if (/^(NOOP|ID|NAMESPACE)/i.test(command)) return void ok();
    if (/^(LIST|LSUB)/i.test(command)) return void ok('LIST (\\HasNoChildren) "/" INBOX');
    if (/^(SELECT|EXAMINE)/i.test(command)) {
      return void ok("FLAGS (\\Seen)", `${emails.length} EXISTS`, `OK [UIDVALIDITY ${validity}] valid`);
    }
    if (/^UID SEARCH/i.test(command)) {
      const [, wanted = "1:*"] = /\bUID (\d\S*)/i.exec(command.slice(4)) ?? [];
      const found = pick(wanted).flatMap(({ uid, isSeen }) => (isSeen ? [] : [uid]));
      return void ok(`SEARCH ${found.join(" ")}`.trim());
    }
    if (/^UID FETCH/i.test(command)) {
      fetch(socket, set, items);
      return void ok();
    }
    if (/^UID STORE \S+ \+FLAGS(\.SILENT)? \(\\Seen\)$/i.test(command)) {
      for (const email of pick(set)) email.isSeen = true;
      return void ok();
    }
    if (/^LOGOUT/i.test(command)) {
      ok("BYE");
      return void socket.end();
    }
    socket.write(`${tag} BAD unknown command\r\n`);
  }

  const server = createServer((socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => undefined));
    let text = "";
    socket.write(`* OK [CAPABILITY ${CAPABILITIES}] ready\r\n`);
    socket.on("data", (piece) => {
      const lines = (text + piece).split("\r\n");
      text = lines.pop() ?? "";
      for (const line of lines) answer(socket, line);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  // A server that listens at an address has one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    urlWith: (wrong: string) => `imap://${user}:${wrong}@127.0.0.1:${port}`,
    commands,
    emails,
    deliver(...sources: Buffer[]) {
      for (const source of sources) emails.push({ uid: (emails.at(-1)?.uid ?? 0) + 1, source, isSeen: false });
    },
    unread: () => emails.filter(({ isSeen }) => !isSeen).map(({ uid }) => uid),
    breakWhen(command: RegExp | undefined) {
      breakAt = command;
    },
    /** Gives all emails new numbers, as after the server restored a backup. */
    renumber() {
      validity += 1;
    },
  };
}
