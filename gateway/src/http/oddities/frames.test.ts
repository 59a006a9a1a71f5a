import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { aRawGateway } from "./raw-gateway.case.ts";

// Rate limits are on, as in production.
const gateway = aRawGateway({ LIMITS: "on" });

const OPCODES = { more: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;
const FINAL = 0x80;
const MASKED = 0x80;

/** A frame as a client sends it. Source: RFC 6455 §5.2. */
function frame(
  first: number,
  payload: Buffer | string = "",
  { isMasked = true, length = payload.length } = {},
): Buffer {
  const head = [first, isMasked ? MASKED : 0];
  const mask = isMasked ? [1, 2, 3, 4] : [];
  const size = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8);
  if (size.length === 0) head[1] = (head[1] ?? 0) | length;
  else head[1] = (head[1] ?? 0) | (size.length === 2 ? 126 : 127);
  if (size.length === 2) size.writeUInt16BE(length);
  if (size.length === 8) size.writeBigUInt64BE(BigInt(length));
  const bytes = Buffer.from(payload).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from(head), size, Buffer.from(mask), bytes]);
}

const text = (words: string) => frame(FINAL | OPCODES.text, words);
const HEARTBEAT = text('[null,"1","phoenix","heartbeat",{}]');

/** Opens a socket and sends bytes on it. @returns its close code, and the data before it */
async function codeAfter(frames: readonly Buffer[]): Promise<{ code: number | undefined; received: string }> {
  const socket = connect(gateway.port(), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  // Bytes that arrive after the other side has closed reset the connection.
  socket.on("error", () => {});
  socket.write(
    `GET /realtime/v1/websocket?vsn=2.0.0&apikey=${gateway.key()} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n` +
      "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
  const [handshake] = await once(socket, "data");
  expect(String(handshake)).toMatch(/^HTTP\/1\.1 101 /);
  socket.write(Buffer.concat(frames));
  return untilClosed(socket);
}

/** Reads frames from a server, which are not masked, up to the close frame. */
async function untilClosed(socket: Socket): Promise<{ code: number | undefined; received: string }> {
  let left = Buffer.alloc(0);
  let received = "";
  for await (const chunk of socket) {
    left = Buffer.concat([left, chunk]);
    while (left.length >= 2) {
      const [first = 0, size = 0] = left;
      const head = size === 126 ? 4 : 2;
      if (left.length < head) break;
      const length = size === 126 ? left.readUInt16BE(2) : size;
      if (left.length < head + length) break;
      const payload = left.subarray(head, head + length);
      if ((first & 0x0f) === OPCODES.close) return { code: payload.readUInt16BE(0), received };
      received += payload.toString();
      left = left.subarray(head + length);
    }
  }
  return { code: undefined, received };
}

describe("a socket", () => {
  it.each<[string, Buffer[], number]>([
    ["a frame without a mask", [frame(FINAL | OPCODES.text, "[]", { isMasked: false })], 1002],
    ["a frame that is too large", [text("x".repeat(64 * 1024 + 1))], 1009],
    ["a stated length of a terabyte", [frame(FINAL | OPCODES.text, "x", { length: 2 ** 40 })], 1009],
    ["a length that is too large for a number", [frame(FINAL | OPCODES.text, "x", { length: 2 ** 60 })], 1009],
    [
      "pieces without an end",
      [frame(OPCODES.text, "x".repeat(2_000)), ...Array<Buffer>(40).fill(frame(OPCODES.more, "x".repeat(2_000)))],
      1009,
    ],
    // Frames count even if they have no payload.
    ["empty pieces without an end", [frame(OPCODES.text), ...Array<Buffer>(300_000).fill(frame(OPCODES.more))], 1008],
    ["text that is not UTF-8", [frame(FINAL | OPCODES.text, Buffer.from([0x22, 0xc3, 0x28, 0x22]))], 1007],
    ["half a character", [frame(FINAL | OPCODES.text, Buffer.from([0xed, 0xa0, 0x80]))], 1007],
    ["a reserved data opcode", [frame(FINAL | 0x3, "x")], 1002],
    ["a reserved control opcode", [frame(FINAL | 0xb, "x")], 1002],
    ["reserved bits", [frame(FINAL | 0x70 | OPCODES.text, "[]")], 1002],
    ["the end of a message that never began", [frame(FINAL | OPCODES.more, "x")], 1002],
    ["the beginning of two messages at once", [frame(OPCODES.text, "["), frame(OPCODES.text, "[")], 1002],
    ["half a ping", [frame(OPCODES.ping, "x")], 1002],
    ["a ping too large", [frame(FINAL | OPCODES.ping, "x".repeat(126))], 1002],
    ["half a close code", [frame(FINAL | OPCODES.close, Buffer.from([3]))], 1002],
    ["a close code that no client may send", [frame(FINAL | OPCODES.close, Buffer.from([0x03, 0xed]))], 1002],
    ["a close reason that is not UTF-8", [frame(FINAL | OPCODES.close, Buffer.from([0x03, 0xe8, 0xff]))], 1007],
    ["a flood of pings", Array<Buffer>(2_000).fill(frame(FINAL | OPCODES.ping, "x")), 1008],
    ["a flood of pongs", Array<Buffer>(2_000).fill(frame(FINAL | OPCODES.pong, "x")), 1008],
    ["a flood of binary frames", Array<Buffer>(2_000).fill(frame(FINAL | OPCODES.binary, "x")), 1008],
    ["text that is no message", [text("hello")], 1002],
  ])("is closed if it sends %s, and the gateway still works", async (_, frames, code) => {
    expect(await codeAfter(frames)).toMatchObject({ code });
    await gateway.expectHealthy();
  });

  it("gets a response to a frame in many pieces, even with a ping between them", async () => {
    const words = '[null,"7","phoenix","heartbeat",{}]';
    const pieces = [...words].map((letter, at) => frame(at === 0 ? OPCODES.text : OPCODES.more, letter));
    const farewell = frame(FINAL | OPCODES.close, Buffer.from([0x03, 0xe8]));
    const ping = frame(FINAL | OPCODES.ping, "still here");
    const said = await codeAfter([
      ...pieces.slice(0, 9),
      ping,
      ...pieces.slice(9),
      frame(FINAL | OPCODES.more),
      HEARTBEAT,
      farewell,
    ]);
    expect(said.code).toBe(1000);
    expect(said.received).toContain("still here");
    expect(said.received).toContain('[null,"7","phoenix","phx_reply",');
  });
});
