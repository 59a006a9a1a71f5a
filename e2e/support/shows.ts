import { rmSync } from "node:fs";
import { demoWithShows, showsToCome } from "./demo-content.ts";
import { type GatewayOptions, type RunningGateway, startGateway } from "./gateway.ts";
import { saveContent } from "./own-content.ts";

/** Starts a gateway with the demo and other shows, which can be edited. Pictures, music and shop are the demo's. */
export async function startWithShows(yaml = showsToCome(), options: GatewayOptions = {}): Promise<RunningGateway> {
  const contentDir = demoWithShows(yaml);
  const gateway = await startGateway({ ...options, contentDir });
  const stop = async () => {
    await gateway.stop();
    rmSync(contentDir, { recursive: true, force: true });
  };
  return { ...gateway, stop };
}

let shared: RunningGateway | undefined;

/** Returns this worker's gateway for states of the shows. The next page that it sends has these shows. */
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
