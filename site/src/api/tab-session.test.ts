import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aSession } from "../features/admin/fake-gateway.case.ts";
import { createTabSession, type TabSession } from "./tab-session.ts";

const KEY = "tab-session-test";
let tabs: TabSession[] = [];

beforeEach(() => {
  tabs = [];
  localStorage.clear();
});
afterEach(() => {
  for (const tab of tabs) tab.close();
});

/** A tab with its own storage. */
function aTab(): TabSession {
  const own = new Map<string, string>();
  const storage = {
    getItem: (name: string) => own.get(name) ?? null,
    setItem: (name: string, value: string) => void own.set(name, value),
    removeItem: (name: string) => void own.delete(name),
  };
  // The cast holds: the code uses only these three methods.
  return openTab(() => storage as Storage);
}

function openTab(findStorage: () => Storage): TabSession {
  const tab = createTabSession(KEY, findStorage);
  tabs.push(tab);
  return tab;
}

const store = (tab: TabSession, session: object) => tab.storage.setItem(KEY, JSON.stringify(session));

test("a new tab gets the session of an open tab", async () => {
  const first = aTab();
  store(first, aSession());
  const second = aTab();
  await second.askOtherTabs();
  expect(second.current()?.refresh_token).toBe("r1");
});

test("the newest session is adopted, in any order of responses", async () => {
  const [stale, fresh, mine] = [aTab(), aTab(), aTab()];
  store(stale, aSession({ refreshToken: "old", expiresIn: 100 }));
  store(fresh, aSession({ refreshToken: "new", expiresIn: 3600 }));
  store(mine, aSession({ refreshToken: "older", expiresIn: 50 }));
  await mine.askOtherTabs();
  await vi.waitFor(() => expect(mine.current()?.refresh_token).toBe("new"));
  mine.adopt(aSession({ refreshToken: "old", expiresIn: 100 }));
  expect(mine.current()?.refresh_token).toBe("new");
});

test("a tab that is alone waits only briefly, and nothing changes", async () => {
  vi.useFakeTimers();
  const only = aTab();
  const pending = only.askOtherTabs();
  await vi.advanceTimersByTimeAsync(200);
  await pending;
  expect(only.current()).toBeNull();
});

test("an ended session is not adopted from another tab", () => {
  const tab = aTab();
  store(tab, aSession());
  tab.end();
  tab.adopt(aSession({ refreshToken: "r9" }));
  expect(tab.current()).toBeNull();
  tab.adopt(aSession({ sessionId: "another" }));
  expect(tab.current()).not.toBeNull();
});

test("if storage is forbidden, the session lasts until the page is left", () => {
  const tab = openTab(() => {
    throw new DOMException("denied", "SecurityError");
  });
  store(tab, aSession());
  expect(tab.current()?.refresh_token).toBe("r1");
  tab.end();
  expect(tab.current()).toBeNull();
});

test("an invalid session counts as none", () => {
  const tab = aTab();
  const noToken = JSON.stringify({ ...aSession(), access_token: "a.b" });
  for (const text of ["", "null", "{", '"text"', '{"access_token":"a"}', noToken]) {
    tab.storage.setItem(KEY, text);
    expect(tab.current()).toBeNull();
    expect(tab.storage.getItem(KEY)).toBeNull();
  }
});

test("a tab that opens from an email's link has the proof that this browser requested the email", () => {
  aTab().storage.setItem(`${KEY}-code-verifier`, "proof");
  expect(aTab().storage.getItem(`${KEY}-code-verifier`)).toBe("proof");
});
