/**
 * Adds a page's globals, such as `window` and `document`, to Node's globals. (The gateway cannot be loaded in vitest's
 * own browser environment.) Import this file before React, because React looks for a document while it loads.
 */
import { Window } from "happy-dom";
import { populateGlobal } from "vitest/runtime";

populateGlobal(globalThis, new Window({ url: "http://shop.test/" }), { bindFunctions: true });
