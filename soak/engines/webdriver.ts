import { clickActions, keyActions, type Plain, type Size } from "./browser.ts";

/** How long a page may take until it is there with all that it loads at once, in milliseconds. */
const LOAD_MS = 30_000;
/** How long a driver may take for one answer, in milliseconds. */
const ANSWER_MS = 30_000;
/** How long it may take to answer how far a page is, in milliseconds. */
const LOOK_MS = 1_500;

/** How far the page is, in a document that is not to be left. */
const STATE = `() => window.porchlightUnsubscribe ? "still " + location.href : document.readyState`;

/** Which entry of the history the page is at. The site gives each a name of its own in its state. */
const ENTRY = `() => location.href + " " + JSON.stringify(history.state)`;

/**
 * Notes in the page what goes wrong there, once for each document. WebKit's driver tells nothing of it, so what a
 * document complains of before it is first looked at stays unheard: documents are looked at while they load.
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

/** The window of a browser behind a driver that speaks W3C WebDriver by HTTP. Source: w3.org/TR/webdriver2. */
export async function openSession(driver: string, capabilities: object) {
  const ask = (method: "GET" | "POST" | "DELETE", path: string, body?: object, withinMs?: number) =>
    askDriver(`${driver}${path}`, method, body, withinMs);
  const session = (await ask("POST", "/session", { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const here = `/session/${session.sessionId}`;
  const heard: string[] = [];

  const call = (source: string, ...given: Plain[]) => callWithin(ANSWER_MS, source, ...given);

  async function callWithin(withinMs: number, source: string, ...given: Plain[]): Promise<unknown> {
    const script = `${LISTEN} return JSON.stringify({
      value: (${source})(...JSON.parse(arguments[0])), heard: window.porchlightHeard.splice(0) });`;
    const answer = await ask("POST", `${here}/execute/sync`, { script, args: [JSON.stringify(given)] }, withinMs);
    const { value, heard: newly } = JSON.parse(String(answer)) as { value?: unknown; heard: string[] };
    heard.push(...newly);
    return value;
  }

  /** Has the window go to another document, and resolves once that is there. */
  async function leave(go: () => Promise<unknown>, withinMs = LOAD_MS): Promise<void> {
    await call("() => { window.porchlightUnsubscribe = true; }");
    await go();
    const deadline = performance.now() + withinMs;
    let state: unknown;
    while (performance.now() < deadline) {
      // Between two documents there is none to be asked, and now and then nobody ever answers.
      state = await callWithin(LOOK_MS, STATE).catch(String);
      if (state === "complete") return;
    }
    throw new Error(`The page did not load within ${withinMs} ms: ${state}`);
  }

  /** Resolves in another entry of the history. A browser that is asked to go on before that takes it for the same step. */
  async function untilLeft(entry: unknown): Promise<void> {
    const deadline = performance.now() + LOAD_MS;
    while (performance.now() < deadline) {
      const present = await callWithin(LOOK_MS, ENTRY).catch(() => entry);
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
 * Asks a driver, and resolves with what the protocol says for that question.
 *
 * @throws {Error} with its own words, when it refuses or fails
 */
export async function askDriver(
  address: string,
  method: string,
  body?: object,
  withinMs = ANSWER_MS,
): Promise<unknown> {
  const signal = AbortSignal.timeout(withinMs);
  const answer = await fetch(address, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message} (${method} ${new URL(address).pathname})`);
}

/** Whether a browser that goes from one address to another keeps the document: they differ in the fragment alone. */
export function isSameDocument(from: string, to: string): boolean {
  const [before, after] = [new URL(from), new URL(to)];
  if (after.hash === "") return false;
  before.hash = "";
  after.hash = "";
  return before.href === after.href;
}
