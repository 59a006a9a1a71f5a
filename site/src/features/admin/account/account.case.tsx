import { aSite } from "@porchlight/fixtures/pages.ts";
import type { AuditEntry, LinkedSignIn, SessionEntry } from "@porchlight/protocol/admin.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";
import { openAuth } from "../../../api/auth.ts";
import { aSession, type FakeGateway, fakeGateway, type Handlers } from "../fake-gateway.case.ts";
import { AuthContext } from "../shared/auth-context.ts";
import type { AdminSession } from "../shared/session.ts";
import { AccountSettings } from "./account-settings.tsx";
import { AuditLog } from "./audit-log.tsx";

const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
export const user = userEvent.setup();
/** Called when the gateway rejects the token. */
export const onRejected = vi.fn();
let count = 0;

beforeEach(() => {
  count += 1;
  onRejected.mockReset();
  // The environment of these tests cannot open dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(() => sessionStorage.clear());

/** The current session as the gateway lists it. */
export function anEntry(overrides: Partial<SessionEntry> = {}): SessionEntry {
  return {
    id: "s1",
    isCurrent: true,
    createdAt: "2026-11-20T10:00:00Z",
    lastUsedAt: "2026-11-21T10:00:00Z",
    address: "203.0.113.7",
    userAgent: LINUX,
    aal: "aal1",
    ...overrides,
  };
}

/** A sign-in of the audit log. */
export function anEvent(overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    at: "2026-11-21T10:00:00Z",
    event: "signed-in",
    address: "203.0.113.7",
    userAgent: LINUX,
    details: {},
    ...overrides,
  };
}

/** Opens the owner's account. The gateway sends these responses in addition to those that every test needs. */
export async function openAccount(
  handlers: Handlers = {},
  linkedSignIn: LinkedSignIn = "google",
): Promise<FakeGateway> {
  const key = `account-test-${count}`;
  sessionStorage.setItem(key, JSON.stringify(aSession()));
  const gateway = fakeGateway({
    "GET /auth/v1/user": () => Response.json(aSession().user),
    "GET /admin/api/sessions": () => Response.json({ sessions: [anEntry()] }),
    "GET /admin/api/audit-log": () => Response.json({ entries: [anEvent()], next: null }),
    ...handlers,
  });
  const session: AdminSession = {
    email: "owner@example.com",
    id: "s1",
    accessToken: () => Promise.resolve("token"),
    onRejected,
    signOut: () => Promise.resolve(),
  };
  const auth = { ...(await openAuth(key)), linkedSignIn };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AuthContext value={auth}>
        <AccountSettings session={session} site={aSite()} />
        <AuditLog session={session} />
      </AuthContext>
    </QueryClientProvider>,
  );
  return gateway;
}

/** Finds a section of the settings by its heading. */
export const part = (name: string) => within(screen.getByRole("region", { name }));
export const press = (name: string) => user.click(screen.getByRole("button", { name }));
/** Presses a button of the confirmation. */
export const confirm = (name: string) => user.click(within(screen.getByRole("dialog")).getByRole("button", { name }));

/** The auth service's response to a new authenticator app. */
export const enrolled = () =>
  Response.json({
    id: "f1",
    type: "totp",
    friendly_name: "Phone",
    totp: {
      qr_code: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0,0h1"/></svg>`,
      secret: "ABCDEFGHIJ",
      uri: "otpauth://totp/x",
    },
  });

const account = {
  id: "g1",
  identity_id: "i1",
  user_id: "u1",
  provider: "google",
  identity_data: { email: "me@mail.example" },
};
/** The owner with a linked account. */
export const linkedOwner = { ...aSession().user, identities: [account] };
