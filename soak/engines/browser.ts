/** The inside of a window, in CSS pixels. */
export type Size = { width: number; height: number };

/** Arguments and results of functions in the page: JSON values. */
export type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [key: string]: Plain };

/** A browser with one window, which tests control as a visitor would. */
export type Browser = {
  /** Engine and version, for the report: "Firefox 140.4". */
  name: string;
  /** The folder for downloads. */
  downloads: string;
  /** Opens an address and resolves when the document and its assets have loaded. */
  open: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Goes through the history. Negative steps go back. The screen may still be loading afterwards. */
  travel: (steps: number) => Promise<void>;
  /** Calls a function in the page. @param source source of a function that does not return a promise */
  call: (source: string, ...given: Plain[]) => Promise<unknown>;
  /** Clicks at a position of the window. */
  click: (x: number, y: number) => Promise<void>;
  /** Presses keys one after another. Special keys have the codes of W3C WebDriver, § 17.4.2: "\uE00C" is Escape. */
  type: (keys: string) => Promise<void>;
  resize: (size: Size) => Promise<void>;
  /** The page's complaints since the last call, as far as this browser reports them. */
  complaints: () => Promise<string[]>;
  /** A PNG screenshot of the window. */
  picture: () => Promise<Buffer>;
  /** Ends the browser and its helpers, and removes its files. */
  close: () => Promise<void>;
};

export type BrowserOptions = {
  /** Whether the system prefers reduced motion. */
  wantsLessMotion?: boolean;
};

/** A browser engine. Not every machine has it. */
export type Engine = {
  title: "WebKit" | "Firefox";
  start: (options?: BrowserOptions) => Promise<Browser>;
};

/** The actions of a click, the same in both protocols. Source: W3C WebDriver, § 17, Actions. */
export function clickActions(x: number, y: number) {
  const move = { type: "pointerMove", x, y, duration: 0, origin: "viewport" };
  const hand = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: hand }];
}

/** The actions of pressing keys, the same in both protocols. */
export function keyActions(keys: string) {
  const presses = [...keys].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions: presses }];
}
