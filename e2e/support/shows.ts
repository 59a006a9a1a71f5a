import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { type GatewayOptions, type RunningGateway, startGateway } from "./gateway.ts";
import { saveContent } from "./own-content.ts";

/** The demo's shows, with the ones of 2027 twenty years later, so that they lie ahead for as long as this is run. */
export function showsToCome(): string {
  return readFileSync(join(demoContent(), "shows.yaml"), "utf8").replaceAll("2027-", "2047-");
}

/** Starts a gateway with the demo and other shows. They can be edited; pictures, music and shop are the demo's. */
export async function startWithShows(yaml = showsToCome(), options: GatewayOptions = {}): Promise<RunningGateway> {
  const demo = demoContent();
  const contentDir = mkdtempSync(join(tmpdir(), "porchlight-e2e-shows-"));
  for (const entry of readdirSync(demo, { withFileTypes: true })) {
    const [from, to] = [join(demo, entry.name), join(contentDir, entry.name)];
    if (entry.isDirectory()) symlinkSync(from, to, "junction");
    else cpSync(from, to);
  }
  writeFileSync(join(contentDir, "shows.yaml"), yaml);
  const gateway = await startGateway({ ...options, contentDir });
  const stop = async () => {
    await gateway.stop();
    rmSync(contentDir, { recursive: true, force: true });
  };
  return { ...gateway, stop };
}

let shared: RunningGateway | undefined;

/** Returns this worker's gateway for states of the shows, with these shows from its next page on. */
export async function gatewayWithShows(yaml: string): Promise<RunningGateway> {
  if (!shared) {
    const started = await startWithShows(yaml);
    process.once("exit", () => {
      for (const folder of [started.dataDir, started.contentDir]) rmSync(folder, { recursive: true, force: true });
    });
    shared = started;
  }
  saveContent(shared, "shows.yaml", yaml);
  return shared;
}
