import type { Session, SupportedStorage } from "@supabase/auth-js";
import { readToken } from "../lib/token.ts";

/** How long the other tabs of this browser have to answer, in milliseconds. */
const ASK_TABS_MS = 200;

/** What tabs say to each other: who has a session, and which. */
type TabMessage = { ask: true } | { session: Session };

/** The sign-in of one tab, kept for the browser session and shared with the tabs beside it. */
export type TabSession = {
  /** Where the auth client keeps the session. */
  storage: SupportedStorage;
  /** The session that is kept. */
  current: () => Session | null;
  /** Takes a session over that another tab got, when it is newer than the one that is kept. */
  adopt: (session: Session) => void;
  /** Forgets the session; it is never taken over again from a tab that has not heard of its end. */
  end: () => void;
  /** Asks the other tabs whether they have a newer session. Settles after {@link ASK_TABS_MS} at the latest. */
  askOtherTabs: () => Promise<void>;
  close: () => void;
};

/**
 * Keeps the sign-in of this tab.
 *
 * `sessionStorage` belongs to one tab, while the owner signs in to a browser. So tabs pass the session on to each
 * other, and before a refresh each asks for a newer one: a refresh token works once, and one that is used again after
 * its successor ends the whole session (docs/product.md §7).
 *
 * @param findTabStorage where this tab keeps things; may throw, as it does where storage is forbidden
 */
export function createTabSession(key: string, findTabStorage = () => sessionStorage): TabSession {
  const kept = openStorage(findTabStorage);
  // What proves that a link by mail was asked for in this browser is needed in the tab that the link opens.
  const proofs = openStorage(() => localStorage);
  const ended = new Set<string>();
  const waiting = new Set<() => void>();

  const current = () => sessionIn(kept.getItem(key));

  const end = () => {
    const mine = current();
    if (mine) ended.add(readToken(mine.access_token).sessionId);
    kept.removeItem(key);
  };

  const storage: SupportedStorage = {
    // What the client could not use either, somebody else put there.
    getItem: (name) => (name !== key ? proofs.getItem(name) : current() && kept.getItem(key)),
    setItem: (name, value) => (name === key ? kept : proofs).setItem(name, value),
    removeItem: (name) => (name === key ? end() : proofs.removeItem(name)),
  };

  const adopt = (session: Session) => {
    const mine = current();
    if (ended.has(readToken(session.access_token).sessionId)) return;
    if (mine && (session.expires_at ?? 0) < (mine.expires_at ?? 0)) return;
    if (mine?.access_token === session.access_token) return;
    kept.setItem(key, JSON.stringify(session));
    for (const resume of waiting) resume();
  };

  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`${key}-tabs`);
  channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    // Only this site can speak on its channel, and only in this shape.
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

/** The browser's storage; where it is forbidden or full, memory that lasts as long as the page. */
function openStorage(find: () => Storage): Store {
  const memory = new Map<string, string>();
  const read = (name: string) => {
    try {
      return find().getItem(name);
    } catch {
      return null;
    }
  };
  const write = (work: (store: Storage) => void) => {
    try {
      work(find());
      return true;
    } catch {
      // Private windows of some browsers forbid it.
      return false;
    }
  };
  return {
    getItem: (name) => memory.get(name) ?? read(name),
    setItem(name, value) {
      if (write((store) => store.setItem(name, value))) memory.delete(name);
      else memory.set(name, value);
    },
    removeItem(name) {
      memory.delete(name);
      write((store) => store.removeItem(name));
    },
  };
}

function sessionIn(text: string | null): Session | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    if (!("access_token" in value && "refresh_token" in value && "user" in value)) return null;
    readToken(String(value.access_token));
    // The auth client wrote it, whole, in the shape that it reads.
    return value as Session;
  } catch {
    return null;
  }
}
