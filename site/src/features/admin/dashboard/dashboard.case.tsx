import { aSite } from "@porchlight/fixtures/pages.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import type { OwnerAuth } from "../../../api/auth.ts";
import { AuthContext } from "../shared/auth-context.ts";
import type { AdminSession } from "../shared/session.ts";
import { Dashboard } from "./dashboard.tsx";
import { type FakeGateway, stubGateway } from "./fake-gateway.case.ts";
import { type FakeSockets, stubSockets } from "./fake-socket.case.ts";

/** The time in tests of the dashboard. */
export const NOW = new Date("2026-03-10T12:00:00Z");

/** Time for rendering and responses, in milliseconds. */
const RESPONSE_MS = 20;

export type OpenDashboard = {
  user: ReturnType<typeof userEvent.setup>;
  gateway: FakeGateway;
  sockets: FakeSockets;
  session: AdminSession;
  /** Advances the time, in milliseconds. */
  pass: (ms: number) => Promise<void>;
  /** Presses a button, in this part of the page if one is given, and lets the gateway respond. */
  press: (name: string | RegExp, part?: Pick<typeof screen, "getByRole">) => Promise<void>;
};

/** Opens the dashboard with these subscribers at {@link NOW}, and lets it load. */
export async function openDashboard(
  rows: Subscriber[],
  before?: (gateway: FakeGateway) => void,
  openAuth?: () => Promise<OwnerAuth>,
): Promise<OpenDashboard> {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: false });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const gateway = stubGateway(rows);
  before?.(gateway);
  const sockets = stubSockets();
  const session: AdminSession = {
    email: "owner@example.com",
    id: "session",
    accessToken: async () => "token",
    onRejected: vi.fn(),
    signOut: vi.fn(async () => {}),
  };
  const auth = await openAuth?.();
  render(
    <AuthContext value={auth}>
      <Dashboard session={session} site={aSite()} />
    </AuthContext>,
  );
  const advance = (ms: number) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
    });
  const pass = async (ms: number) => {
    await advance(ms);
    // A timer may start requests and rendering, which take some more time.
    await advance(RESPONSE_MS);
  };
  await pass(2_000);
  const user = userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime });
  const press: OpenDashboard["press"] = async (name, part = screen) => {
    await user.click(part.getByRole("button", { name }));
    await pass(50);
  };
  return { user, gateway, sockets, session, pass, press };
}
