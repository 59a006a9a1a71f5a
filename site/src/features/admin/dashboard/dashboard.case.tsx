import { aSite } from "@porchlight/fixtures/pages.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import type { AdminSession } from "../shared/session.ts";
import { Dashboard } from "./dashboard.tsx";
import { type FakeGateway, stubGateway } from "./fake-gateway.case.ts";
import { type FakeSockets, stubSockets } from "./fake-socket.case.ts";

/** The moment at which tests of the dashboard take place. */
export const NOW = new Date("2026-03-10T12:00:00Z");

/** How long everything may take that does not wait for a clock, in milliseconds. */
const ANSWER_MS = 20;

/** A dashboard of a test, with what stands behind it. */
export type OpenDashboard = {
  user: ReturnType<typeof userEvent.setup>;
  gateway: FakeGateway;
  sockets: FakeSockets;
  session: AdminSession;
  /** Lets this much time pass, in milliseconds. */
  pass: (ms: number) => Promise<void>;
};

/** Opens the dashboard over a list, at {@link NOW}, and lets it load. */
export async function openDashboard(
  rows: Subscriber[],
  before?: (gateway: FakeGateway) => void,
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
  render(<Dashboard session={session} site={aSite()} />);
  const advance = (ms: number) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
    });
  const pass = async (ms: number) => {
    await advance(ms);
    // What a timer sets off is drawn, and asked for, only when the time has passed.
    await advance(ANSWER_MS);
  };
  await pass(2_000);
  return {
    user: userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime }),
    gateway,
    sockets,
    session,
    pass,
  };
}
