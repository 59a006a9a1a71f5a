/**
 * Gives a test what a page has, `window`, `document` and so on, beside what Node has. The gateway itself cannot be
 * loaded in vitest's own browser environment. To be imported before React, which looks for a document as it loads.
 */
import { Window } from "happy-dom";
import { populateGlobal } from "vitest/runtime";

populateGlobal(globalThis, new Window({ url: "http://shop.test/" }), { bindFunctions: true });
