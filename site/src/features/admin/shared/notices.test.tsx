import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NoticeRegion } from "./notices.tsx";

test("a success notice disappears after 5 seconds, but an error stays", () => {
  vi.useFakeTimers();
  const { rerender } = render(<NoticeRegion notice={{ type: "success", text: "It is done." }} />);
  act(() => vi.advanceTimersByTime(4_999));
  expect(screen.getByText("It is done.")).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("status").textContent).toBe("");
  rerender(<NoticeRegion notice={{ type: "error", text: "It is not." }} />);
  act(() => vi.advanceTimersByTime(10_000));
  expect(screen.getByRole("alert").textContent).toBe("It is not.");
});
