import type { Person } from "./caller.ts";

/** Somebody who signed in and may administer the site just now. */
export function anAdmin(overrides: Partial<Person> = {}): Person {
  return {
    role: "authenticated",
    admin: true,
    needsSecondStep: false,
    userId: "owner",
    email: "owner@artist.example",
    sessionId: "session",
    ...overrides,
  };
}
