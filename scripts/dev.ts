// `npm run dev`: the gateway with Vite. Vite serves the site's sources and updates the browser after edits. Node
// restarts the gateway when one of its own files changes.
import { spawn } from "node:child_process";

const child = spawn(process.execPath, ["--watch", "--watch-preserve-output", "gateway/src/main.ts", "--dev"], {
  stdio: "inherit",
});
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 1));
