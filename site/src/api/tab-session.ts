import type { Session, SupportedStorage } from "@supabase/auth-js";
import { readStored, writeStored } from "../lib/storage.ts";
import { readToken } from "../lib/token.ts";

/** Time for the other tabs to respond, in milliseconds. */
const ASK_TABS_MS = 200;

/** A message between tabs: a request for a session, or a session. */
type TabMessage = { ask: true } | { session: Session };

/** The sign-in of one tab, shared with the other tabs. */
export type TabSession = {
  /** Storage for the auth client. */
  storage: SupportedStorage;
  current: () => Session | null;
  /** Stores another tab's session if it is newer. */
  adopt: (session: Session) => void;
  /** Removes the session. This tab never adopts it again from a tab that still has it. */
  end: () => void;
  /** Requests a newer session from the other tabs. Resolves after {@link ASK_TABS_MS} at the latest. */
  askOtherTabs: () => Promise<void>;
  close: () => void;
};

/**
 * Stores the sign-in of this tab.
 *
 * `sessionStorage` belongs to one tab, but the owner signs in to a browser. So the tabs share the session. Each tab
 * asks for a newer session before a refresh, because a refresh token works once, and using an old one ends the whole
 * session (docs/product.md §7).
 *
 * @param findTabStorage finds the storage of this tab; it may throw if storage is forbidden
 */
export function createTabSession(key: string, findTabStorage = () => sessionStorage): TabSession {
  const stored = openStorage(findTabStorage);
  // A link in an email opens a new tab, which needs the proof that this browser requested the email.
  const proofs = openStorage(() => localStorage);
  const ended = new Set<string>();
  const waiting = new Set<() => void>();

  const current = () => parseSession(stored.getItem(key));

  const end = () => {
    const mine = current();
    if (mine) ended.add(readToken(mine.access_token).sessionId);
    stored.removeItem(key);
  };

  const storage: SupportedStorage = {
    // This hides an invalid session from the client.
    getItem: (name) => (name !== key ? proofs.getItem(name) : current() && stored.getItem(key)),
    setItem: (name, value) => (name === key ? stored : proofs).setItem(name, value),
    removeItem: (name) => (name === key ? end() : proofs.removeItem(name)),
  };

  const adopt = (session: Session) => {
    const mine = current();
    if (ended.has(readToken(session.access_token).sessionId)) return;
    if (mine && (session.expires_at ?? 0) < (mine.expires_at ?? 0)) return;
    if (mine?.access_token === session.access_token) return;
    stored.setItem(key, JSON.stringify(session));
    for (const resume of waiting) resume();
  };

  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`${key}-tabs`);
  channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    // The message can be trusted: only this site can send on its channel.
    if ("session" in data) return adopt(data.session);
    const session = current();
    if (session) channel.postMessage({ session } satisfies TabMessage);
  });

  return {
    storage,
    current,
    adopt,
    end,
    askOtherTabs() {
      if (!channel) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, ASK_TABS_MS);
        waiting.add(resume);
        channel.postMessage({ ask: true } satisfies TabMessage);
      });
    },
    close: () => channel?.close(),
  };
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Uses the browser's storage or, if that is full or forbidden, memory that lasts until the page is left. */
function openStorage(find: () => Storage): Store {
  const memory = new Map<string, string>();
  return {
    getItem: (name) => memory.get(name) ?? readStored(find, name) ?? null,
    setItem(name, value) {
      if (writeStored(find, name, value)) memory.delete(name);
      else memory.set(name, value);
    },
    removeItem(name) {
      memory.delete(name);
      writeStored(find, name, null);
    },
  };
}

function parseSession(text: string | null): Session | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    if (!("access_token" in value && "refresh_token" in value && "user" in value)) return null;
    readToken(String(value.access_token));
    // The cast holds: the auth client wrote it.
    return value as Session;
  } catch {
    return null;
  }
}
