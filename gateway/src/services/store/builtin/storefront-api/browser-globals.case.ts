/**
 * Adds a page's globals, such as `window` and `document`, to those of Node. The gateway cannot be loaded in vitest's
 * own browser environment. Import it before React, which looks for a document while it loads.
 */
import { Window } from "happy-dom";
import { populateGlobal } from "vitest/runtime";

populateGlobal(globalThis, new Window({ url: "http://shop.test/" }), { bindFunctions: true });
