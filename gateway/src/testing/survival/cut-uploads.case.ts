import { createHash } from "node:crypto";
import { closeSync, createReadStream, fstatSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type ContentFile, UPLOAD_CHUNK_BYTES } from "@porchlight/protocol/content-editing.ts";
import { Upload } from "tus-js-client";
import { expect } from "vitest";
import { wav } from "../../media/recordings/some-audio.case.ts";
import { anonymousKeyOf, aTestFolder, type GatewayProcess, someContent, startGateway } from "../gateway-process.ts";
import { OWNER } from "../signed-in.ts";

/**
 * Uploads a recording with the protocol's own client while the gateway is killed and started again. Each time it
 * continues at most 1 MB before the acknowledged offset, and at the end the file is complete.
 */
export async function killUploads(megabytes: number, kills: number): Promise<void> {
  const [dataDir, contentDir, folder] = [aTestFolder(), someContent(), aTestFolder()];
  mkdirSync(join(contentDir, "music"));
  const path = join(folder, "long.wav");
  const size = writeLongWav(path, megabytes);
  const settings = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password };
  let gateway = await startGateway({ dataDir, contentDir, settings });
  const token = await signIn(gateway);
  const headers = { Authorization: `Bearer ${token}` };
  let uploadUrl: string | undefined;
  for (let kill = 1; kill <= kills; kill += 1) {
    const acknowledged = await uploadUntil((size * kill) / (kills + 1));
    await gateway.end("SIGKILL");
    gateway = await startGateway({ dataDir, contentDir, settings });
    const response = await fetch(here(uploadUrl), {
      method: "HEAD",
      headers: { ...headers, "Tus-Resumable": "1.0.0" },
    });
    const offset = Number(response.headers.get("Upload-Offset"));
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    expect(offset - acknowledged).toBeLessThanOrEqual(UPLOAD_CHUNK_BYTES);
  }
  await uploadUntil(size);
  const stored = await fetch(`${here(uploadUrl)}/file`, { method: "POST", headers });
  expect([stored.status, ((await stored.json()) as ContentFile).file]).toEqual([201, "long.wav"]);
  expect(await checksumOf(join(contentDir, "music/long.wav"))).toBe(await checksumOf(path));
  expect(readdirSync(join(contentDir, "music"))).toEqual([".uploads", "long.wav"]);
  await gateway.end("SIGTERM");
  rmSync(contentDir, { recursive: true });

  /** The address of the upload at the gateway that runs now. */
  function here(url = ""): string {
    return gateway.url + new URL(url).pathname;
  }

  /** @returns how many bytes are acknowledged */
  async function uploadUntil(bytes: number): Promise<number> {
    const file = createReadStream(path);
    try {
      return await new Promise<number>((resolve, reject) => {
        let acknowledged = 0;
        const client: Upload = new Upload(file, {
          endpoint: `${gateway.url}/admin/api/content/uploads`,
          uploadUrl: uploadUrl === undefined ? null : here(uploadUrl),
          chunkSize: UPLOAD_CHUNK_BYTES,
          retryDelays: null,
          uploadSize: size,
          headers,
          metadata: { folder: "music", filename: "long.wav" },
          onChunkComplete(_size, accepted) {
            acknowledged = accepted;
            if (accepted < bytes || accepted >= size) return;
            // The next piece is on its way when the gateway is killed.
            uploadUrl = client.url ?? uploadUrl;
            resolve(acknowledged);
          },
          onError: reject,
          onSuccess() {
            uploadUrl = client.url ?? uploadUrl;
            resolve(size);
          },
        });
        client.start();
      });
    } finally {
      if (bytes >= size) file.destroy();
    }
  }
}

/** Writes a WAV file of noise without holding it in memory. @returns its size in bytes */
function writeLongWav(path: string, megabytes: number): number {
  const seconds = (megabytes * UPLOAD_CHUNK_BYTES) / 8_000;
  // Each piece differs, so that a piece in the wrong place is noticed.
  const file = openSync(path, "w");
  const samples = Math.round(seconds * 8_000);
  const head = wav(0);
  head.writeUInt32LE(36 + samples, 4);
  head.writeUInt32LE(samples, 40);
  writeSync(file, head);
  for (let at = 0; at < samples; at += UPLOAD_CHUNK_BYTES) {
    writeSync(file, Buffer.alloc(Math.min(UPLOAD_CHUNK_BYTES, samples - at), `piece ${at}`));
  }
  const { size } = fstatSync(file);
  closeSync(file);
  return size;
}

async function signIn(gateway: GatewayProcess): Promise<string> {
  const response = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: await anonymousKeyOf(gateway), "Content-Type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  // The response of our own gateway has this shape.
  return ((await response.json()) as { access_token: string }).access_token;
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}
