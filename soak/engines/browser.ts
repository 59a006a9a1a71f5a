/** The inside of a window, in CSS pixels. */
export type Size = { width: number; height: number };

/** What may be handed to a function in the page, and back: whatever JSON holds. */
export type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [key: string]: Plain };

/** A browser with one window, moved from outside as by its visitor's hands. */
export type Browser = {
  /** Engine and version, for the report: "Firefox 140.4". */
  name: string;
  /** The folder that it saves files in. */
  downloads: string;
  /** Opens an address as if typed, and resolves when its document is there, with all that it loads at once. */
  open: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  /** By the browser's own buttons: so many steps, back below nought. The screen may still be on its way after that. */
  travel: (steps: number) => Promise<void>;
  /** Calls a function in the page. @param source of a function that returns no promise */
  call: (source: string, ...given: Plain[]) => Promise<unknown>;
  /** Presses and lets go the mouse at a place of the window. */
  click: (x: number, y: number) => Promise<void>;
  /** Presses and lets go key after key. Keys without a letter are those of W3C WebDriver, § 17.4.2: "\uE00C" is Escape. */
  type: (keys: string) => Promise<void>;
  resize: (size: Size) => Promise<void>;
  /** What the page complained of since it was asked last, as far as this browser tells. */
  complaints: () => Promise<string[]>;
  /** What is in the window now, as PNG. */
  picture: () => Promise<Buffer>;
  /** Ends the browser and all that was started for it, and takes its files away. */
  close: () => Promise<void>;
};

/** How a browser is started. */
export type BrowserOptions = {
  /** Whether its system asks for less motion. */
  wantsLessMotion?: boolean;
};

/** A browser engine that a machine may have or not. */
export type Engine = {
  title: "WebKit" | "Firefox";
  start: (options?: BrowserOptions) => Promise<Browser>;
};

/** A click of the first button at a place, as both protocols have it. Source: W3C WebDriver, § 17, Actions. */
export function clickActions(x: number, y: number) {
  const move = { type: "pointerMove", x, y, duration: 0, origin: "viewport" };
  const hand = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: hand }];
}

/** Keys one after the other, as both protocols have it. */
export function keyActions(keys: string) {
  const presses = [...keys].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions: presses }];
}
