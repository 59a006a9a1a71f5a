import { clickActions, keyActions, type Plain, type Size } from "./browser.ts";

/** Timeout of a page load, in milliseconds. */
const LOAD_MS = 30_000;
/** Timeout of a command, in milliseconds. */
const COMMAND_MS = 30_000;
/** Timeout of reading the state of a page, in milliseconds. */
const STATE_MS = 1_500;

/** Reads the state of the current document: `still …` while it is the old one. */
const STATE = `() => window.porchlightIsOld ? "still " + location.href : document.readyState`;

/** Reads the current history entry. The site gives each entry a unique key in its state. */
const ENTRY = `() => location.href + " " + JSON.stringify(history.state)`;

/**
 * Records complaints in the page, once for each document. WebKit's driver does not report any, so complaints before
 * this script are lost. Therefore it is injected while a document loads.
 */
const LISTEN = `window.porchlightHeard ??= (() => {
  const heard = [];
  addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) heard.push("uncaught: " + event.message + " " + (event.error?.stack ?? ""));
    else heard.push("did not load: " + (event.target?.currentSrc || event.target?.src || event.target?.href));
  }, { capture: true });
  addEventListener("unhandledrejection", ({ reason }) => heard.push("uncaught: " + (reason?.stack ?? reason)));
  document.addEventListener("securitypolicyviolation", (event) =>
    heard.push("refused: " + event.violatedDirective + " " + event.blockedURI));
  for (const [name, severity] of [["error", "error"], ["warn", "warning"]]) {
    const say = console[name];
    console[name] = (...words) => {
      heard.push("console " + severity + ": " + words.map((word) => word?.stack ?? word).join(" "));
      say.apply(console, words);
    };
  }
  return heard;
})();`;

/** Opens the window of a browser by W3C WebDriver over HTTP. Source: w3.org/TR/webdriver2. */
export async function openSession(driver: string, capabilities: object) {
  const ask = (method: "GET" | "POST" | "DELETE", path: string, body?: object, withinMs?: number) =>
    askDriver(`${driver}${path}`, method, body, withinMs);
  const session = (await ask("POST", "/session", { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const here = `/session/${session.sessionId}`;
  const heard: string[] = [];

  const call = (source: string, ...given: Plain[]) => callWithin(COMMAND_MS, source, ...given);

  async function callWithin(withinMs: number, source: string, ...given: Plain[]): Promise<unknown> {
    const script = `${LISTEN} return JSON.stringify({
      value: (${source})(...JSON.parse(arguments[0])), heard: window.porchlightHeard.splice(0) });`;
    const answer = await ask("POST", `${here}/execute/sync`, { script, args: [JSON.stringify(given)] }, withinMs);
    const { value, heard: newly } = JSON.parse(String(answer)) as { value?: unknown; heard: string[] };
    heard.push(...newly);
    return value;
  }

  /** Goes to another document, and resolves once it has loaded. */
  async function leave(go: () => Promise<unknown>, withinMs = LOAD_MS): Promise<void> {
    await call("() => { window.porchlightIsOld = true; }");
    await go();
    const deadline = performance.now() + withinMs;
    let state: unknown;
    while (performance.now() < deadline) {
      // Between two documents a command may fail or get no response.
      state = await callWithin(STATE_MS, STATE).catch(String);
      if (state === "complete") return;
    }
    throw new Error(`The page did not load within ${withinMs} ms: ${state}`);
  }

  /** Resolves once the history entry has changed. Before that, the browser would merge the next step with this one. */
  async function untilLeft(entry: unknown): Promise<void> {
    const deadline = performance.now() + LOAD_MS;
    while (performance.now() < deadline) {
      const present = await callWithin(STATE_MS, ENTRY).catch(() => entry);
      if (present !== entry) return;
    }
    throw new Error(`The page did not go on from ${entry} within ${LOAD_MS} ms`);
  }

  return {
    version: session.capabilities.browserVersion,
    async open(url: string, withinMs?: number): Promise<void> {
      const go = () => ask("POST", `${here}/url`, { url });
      const before = String(await call("() => location.href"));
      if (isSameDocument(before, url)) await go();
      else await leave(go, withinMs);
    },
    reload: () => leave(() => ask("POST", `${here}/refresh`, {})),
    async travel(steps: number): Promise<void> {
      const way = steps < 0 ? "back" : "forward";
      for (let step = 0; step < Math.abs(steps); step += 1) {
        const before = await call(ENTRY);
        await ask("POST", `${here}/${way}`, {});
        await untilLeft(before);
      }
    },
    call,
    click: async (x: number, y: number) => void (await ask("POST", `${here}/actions`, { actions: clickActions(x, y) })),
    type: async (keys: string) => void (await ask("POST", `${here}/actions`, { actions: keyActions(keys) })),
    resize: async (size: Size) => void (await ask("POST", `${here}/window/rect`, { x: 0, y: 0, ...size })),
    async complaints(): Promise<string[]> {
      await call("() => {}");
      return heard.splice(0);
    },
    picture: async () => Buffer.from(String(await ask("GET", `${here}/screenshot`)), "base64"),
    handles: async () => (await ask("GET", `${here}/window/handles`)) as string[],
    switchTo: async (handle: string) => void (await ask("POST", `${here}/window`, { handle })),
    end: async () => void (await ask("DELETE", here)),
  };
}

/**
 * Sends a command to a driver and resolves with its result.
 *
 * @throws {Error} with the driver's error
 */
export async function askDriver(
  address: string,
  method: string,
  body?: object,
  withinMs = COMMAND_MS,
): Promise<unknown> {
  const signal = AbortSignal.timeout(withinMs);
  const answer = await fetch(address, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message} (${method} ${new URL(address).pathname})`);
}

/** Whether two addresses belong to the same document: they differ only in the fragment. */
export function isSameDocument(from: string, to: string): boolean {
  const [before, after] = [new URL(from), new URL(to)];
  if (after.hash === "") return false;
  before.hash = "";
  after.hash = "";
  return before.href === after.href;
}
