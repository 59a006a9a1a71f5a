import { aSite } from "@porchlight/fixtures/pages.ts";
import type { LinkedSignIn } from "@porchlight/protocol/admin.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { openAuth } from "../../api/auth.ts";
import { Admin } from "./admin.tsx";
import { aSession, type FakeGateway, fakeGateway, type Handlers } from "./fake-gateway.case.ts";
import type { AdminSession } from "./shared/session.ts";
import type { Arrival } from "./sign-in/arrival.ts";

/** Each test has a new one. */
export let user: ReturnType<typeof userEvent.setup>;
/** The session of the open dashboard. */
export let session: AdminSession | undefined;
/** Storage key of the session. */
export let key = "";
let count = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  user = userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime });
  session = undefined;
  count += 1;
  // Each test has its own key, because the client warns about two clients with the same key.
  key = `admin-test-${count}`;
});
afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** Opens the dashboard, and waits until it has asked the other tabs for a session. */
export async function openDashboard({
  handlers = {},
  arrival,
  linkedSignIn = "google",
}: {
  handlers?: Handlers;
  arrival?: Arrival;
  linkedSignIn?: LinkedSignIn;
} = {}): Promise<FakeGateway> {
  const gateway = fakeGateway(handlers);
  const open = async () => ({ ...(await openAuth(key)), linkedSignIn });
  render(
    <Admin
      site={aSite()}
      arrival={arrival}
      openAuth={open}
      renderDashboard={(opened) => {
        session = opened;
        return <h1>Admin Dashboard</h1>;
      }}
    />,
  );
  expect(screen.getByRole("status").textContent).toBe("Loading...");
  await act(() => vi.advanceTimersByTimeAsync(300));
  return gateway;
}

/** Stores a session, as an earlier visit in this tab would. */
export function storeSession(stored: object = aSession()) {
  sessionStorage.setItem(key, JSON.stringify(stored));
}

export const password = () => screen.getByLabelText<HTMLInputElement>("Password");
/** Waits for an alert and returns its text. */
export const alert = async () => (await screen.findByRole("alert")).textContent;
/** Waits for the screen with this heading. */
export const shows = (title: string) => screen.findByRole("heading", { level: 1, name: title });
export const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
export const press = (name: string) => user.click(screen.getByRole("button", { name }));
