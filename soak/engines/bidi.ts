import { clickActions, keyActions, type Plain, type Size } from "./browser.ts";

/** An event of the browser. */
type BrowserEvent = { method: string; params: unknown };
type CommandResult =
  | { id: number; type: "success"; result: unknown }
  | { id: number; type: "error"; error: string; message: string };

/** A connection to a browser. */
export type Line = {
  /** Sends a command, and resolves with its result. @throws {Error} the browser's error, or if the connection closes */
  ask: (method: string, params?: object) => Promise<unknown>;
  close: () => void;
};

/**
 * Connects to a browser by WebDriver BiDi. Source: w3.org/TR/webdriver-bidi.
 *
 * @param onEvent receives every subscribed event
 */
export async function openLine(address: string, onEvent: (event: BrowserEvent) => void): Promise<Line> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let commands = 0;
  socket.addEventListener("message", ({ data }) => {
    // The cast holds: the protocol has only these two kinds of messages.
    const message = JSON.parse(String(data)) as CommandResult | BrowserEvent;
    if (!("id" in message)) return onEvent(message);
    const command = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "success") command?.resolve(message.result);
    else command?.reject(new Error(`${message.error}: ${message.message}`));
  });
  const rejectAll = () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser has closed the connection."));
    waiting.clear();
  };
  socket.addEventListener("close", rejectAll);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`No browser answers at ${address}.`)));
  });
  return {
    ask(method, params = {}) {
      if (socket.readyState !== WebSocket.OPEN)
        return Promise.reject(new Error("The browser has closed the connection."));
      commands += 1;
      const id = commands;
      const result = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      socket.send(JSON.stringify({ id, method, params }));
      return result;
    },
    close: () => socket.close(),
  };
}

/** Opens the window of a browser that speaks WebDriver BiDi: the actions of a visitor, and the page's complaints. */
export async function openWindow(address: string) {
  const heard: string[] = [];
  const line = await openLine(address, (event) => heard.push(...complaintOf(event)));
  await line.ask("session.new", { capabilities: {} });
  await line.ask("session.subscribe", { events: ["log.entryAdded", "network.fetchError"] });
  const { contexts } = (await line.ask("browsingContext.getTree")) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  if (context === undefined) throw new Error("The browser has no window.");

  return {
    open: async (url: string) => void (await line.ask("browsingContext.navigate", { context, url, wait: "complete" })),
    reload: async () => void (await line.ask("browsingContext.reload", { context, wait: "complete" })),
    travel: async (delta: number) => void (await line.ask("browsingContext.traverseHistory", { context, delta })),
    async call(source: string, ...given: Plain[]): Promise<unknown> {
      // Values are sent as JSON text in both directions, because the protocol has its own notation for values.
      const answer = (await line.ask("script.callFunction", {
        target: { context },
        awaitPromise: false,
        functionDeclaration: `(given) => JSON.stringify((${source})(...JSON.parse(given)))`,
        arguments: [{ type: "string", value: JSON.stringify(given) }],
      })) as
        | { type: "success"; result: { value?: string } }
        | { type: "exception"; exceptionDetails: { text: string } };
      if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
      return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
    },
    click: async (x: number, y: number) =>
      void (await line.ask("input.performActions", { context, actions: clickActions(x, y) })),
    type: async (keys: string) => void (await line.ask("input.performActions", { context, actions: keyActions(keys) })),
    resize: async (viewport: Size) => void (await line.ask("browsingContext.setViewport", { context, viewport })),
    complaints: async () => heard.splice(0),
    async picture(): Promise<Buffer> {
      const { data } = (await line.ask("browsingContext.captureScreenshot", { context })) as { data: string };
      return Buffer.from(data, "base64");
    },
    hangUp: line.close,
  };
}

/** Console errors, uncaught errors, and failed requests. */
export function complaintOf({ method, params }: BrowserEvent): string[] {
  if (method === "log.entryAdded") {
    const { type, level, text } = params as { type: string; level: string; text: string | null };
    const severity = { error: "error", warn: "warning" }[level];
    if (severity === undefined) return [];
    return [type === "javascript" && severity === "error" ? `uncaught: ${text}` : `console ${severity}: ${text}`];
  }
  if (method === "network.fetchError") {
    const { request, errorText } = params as { request: { url: string }; errorText: string };
    // When a visitor leaves a page, the browser aborts its open requests.
    return errorText.includes("NS_BINDING_ABORTED") ? [] : [`request failed: ${request.url} ${errorText}`];
  }
  return [];
}
