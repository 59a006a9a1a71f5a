import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { findDemo } from "../../content/demo/find-demo.ts";
import { SETTLED_MS } from "../../content/edit-problem.ts";
import { lookAtContent } from "../looks/content.ts";
import { lookAtBackup, lookAtDataFile } from "../looks/data-file.ts";
import type { LookRequest } from "./look-in-worker.ts";

// Handed over by look-in-worker.ts, which alone starts this thread.
const request = workerData as LookRequest;

parentPort?.postMessage({ answer: await look() });

async function look(): Promise<unknown> {
  switch (request.kind) {
    case "dataFile":
      return lookAtDataFile(request.question);
    case "backup":
      return lookAtBackup(request.question);
    case "content":
      return lookAtContent(request.question, () => setTimeout(SETTLED_MS));
    case "demo":
      return findDemo(request.question);
  }
}
