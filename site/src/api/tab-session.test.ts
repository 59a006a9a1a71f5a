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

/** A tab with a storage of its own, as every tab has. */
function aTab(): TabSession {
  const own = new Map<string, string>();
  const storage = {
    getItem: (name: string) => own.get(name) ?? null,
    setItem: (name: string, value: string) => void own.set(name, value),
    removeItem: (name: string) => void own.delete(name),
  };
  // Only these three are used of a Storage.
  return opened(() => storage as Storage);
}

function opened(findStorage: () => Storage): TabSession {
  const tab = createTabSession(KEY, findStorage);
  tabs.push(tab);
  return tab;
}

const keep = (tab: TabSession, session: object) => tab.storage.setItem(KEY, JSON.stringify(session));

test("a new tab is given the session of one that is open", async () => {
  const first = aTab();
  keep(first, aSession());
  const second = aTab();
  await second.askOtherTabs();
  expect(second.current()?.refresh_token).toBe("r1");
});

test("the newest session wins, whoever answers first", async () => {
  const [stale, fresh, mine] = [aTab(), aTab(), aTab()];
  keep(stale, aSession({ refreshToken: "old", expiresIn: 100 }));
  keep(fresh, aSession({ refreshToken: "new", expiresIn: 3600 }));
  keep(mine, aSession({ refreshToken: "older", expiresIn: 50 }));
  await mine.askOtherTabs();
  await vi.waitFor(() => expect(mine.current()?.refresh_token).toBe("new"));
  mine.adopt(aSession({ refreshToken: "old", expiresIn: 100 }));
  expect(mine.current()?.refresh_token).toBe("new");
});

test("alone, the wait is short and nothing changes", async () => {
  vi.useFakeTimers();
  const only = aTab();
  const asked = only.askOtherTabs();
  await vi.advanceTimersByTimeAsync(200);
  await asked;
  expect(only.current()).toBeNull();
});

test("a session that has ended is not taken back from a tab that has not heard of it", () => {
  const tab = aTab();
  keep(tab, aSession());
  tab.end();
  tab.adopt(aSession({ refreshToken: "r9" }));
  expect(tab.current()).toBeNull();
  tab.adopt(aSession({ sessionId: "another" }));
  expect(tab.current()).not.toBeNull();
});

test("where storage is forbidden the session lasts as long as the page", () => {
  const tab = opened(() => {
    throw new DOMException("denied", "SecurityError");
  });
  keep(tab, aSession());
  expect(tab.current()?.refresh_token).toBe("r1");
  tab.end();
  expect(tab.current()).toBeNull();
});

test("what is no session counts as none", () => {
  const tab = aTab();
  const noToken = JSON.stringify({ ...aSession(), access_token: "a.b" });
  for (const text of ["", "null", "{", '"text"', '{"access_token":"a"}', noToken]) {
    tab.storage.setItem(KEY, text);
    expect(tab.current()).toBeNull();
    expect(tab.storage.getItem(KEY)).toBeNull();
  }
});

test("the proof of a link by mail is there for the tab that the link opens", () => {
  aTab().storage.setItem(`${KEY}-code-verifier`, "proof");
  expect(aTab().storage.getItem(`${KEY}-code-verifier`)).toBe("proof");
});
