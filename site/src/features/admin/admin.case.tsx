import { aSite } from "@porchlight/fixtures/pages.ts";
import type { LinkedSignIn } from "@porchlight/protocol/admin.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { openAuth } from "../../api/auth.ts";
import { Admin } from "./admin.tsx";
import { type Answers, aSession, type FakeGateway, fakeGateway } from "./fake-gateway.case.ts";
import type { AdminSession } from "./shared/session.ts";
import type { Arrival } from "./sign-in/arrival.ts";

/** Whoever sits at the dashboard; another one in each test. */
export let user: ReturnType<typeof userEvent.setup>;
/** What the dashboard was opened with, once it was. */
export let session: AdminSession | undefined;
/** Where the client keeps the session. */
export let key = "";
let count = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  user = userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime });
  session = undefined;
  count += 1;
  // The client speaks up when two of one name are opened on a page.
  key = `admin-test-${count}`;
});
afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** Opens the dashboard and waits until it has asked the other tabs. */
export async function openDashboard({
  answers = {},
  arrival,
  linkedSignIn = "google",
}: {
  answers?: Answers;
  arrival?: Arrival;
  linkedSignIn?: LinkedSignIn;
} = {}): Promise<FakeGateway> {
  const gateway = fakeGateway(answers);
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

/** As after an earlier visit in this tab. */
export function storeSession(stored: object = aSession()) {
  sessionStorage.setItem(key, JSON.stringify(stored));
}

/** The field of the login. */
export const password = () => screen.getByLabelText<HTMLInputElement>("Password");
/** What the alert says, once there is one. */
export const alert = async () => (await screen.findByRole("alert")).textContent;
/** Waits for the screen with this heading. */
export const shows = (title: string) => screen.findByRole("heading", { level: 1, name: title });
/** The heading of the screen that is shown. */
export const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
/** Presses a button. */
export const press = (name: string) => user.click(screen.getByRole("button", { name }));
