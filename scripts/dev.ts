// `npm run dev`: the same gateway, with the site's sources served by Vite and replaced in the browser as they are
// edited. Node restarts the gateway when one of its own files changes.
import { spawn } from "node:child_process";

const child = spawn(process.execPath, ["--watch", "--watch-preserve-output", "gateway/src/main.ts", "--dev"], {
  stdio: "inherit",
});
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 1));
