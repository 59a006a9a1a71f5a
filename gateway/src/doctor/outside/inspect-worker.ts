import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { findDemo } from "../../content/demo/find-demo.ts";
import { SETTLED_MS } from "../../content/edit-problem.ts";
import { inspectContent } from "../inspections/content.ts";
import { inspectBackup, inspectDataFile } from "../inspections/data-file.ts";
import type { InspectionRequest } from "./inspect-in-worker.ts";

// Only inspect-in-worker.ts starts this thread.
const request = workerData as InspectionRequest;

parentPort?.postMessage({ answer: await inspect() });

async function inspect(): Promise<unknown> {
  switch (request.kind) {
    case "dataFile":
      return inspectDataFile(request.input);
    case "backup":
      return inspectBackup(request.input);
    case "content":
      return inspectContent(request.input, () => setTimeout(SETTLED_MS));
    case "demo":
      return findDemo(request.input);
  }
}
