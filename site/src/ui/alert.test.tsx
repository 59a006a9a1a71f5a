import { ALERT_MS } from "@porchlight/protocol/limits.ts";
import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Alert } from "./alert.tsx";

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function show() {
  vi.useFakeTimers();
  const onExpire = vi.fn();
  render(
    <Alert onExpire={onExpire}>
      It is in your cart. <button type="button">View cart</button>
    </Alert>,
  );
  return onExpire;
}

test("a message disappears after five seconds", () => {
  const onExpire = show();
  pass(ALERT_MS - 1);
  expect(onExpire).not.toHaveBeenCalled();
  pass(1);
  expect(onExpire).toHaveBeenCalledOnce();
});

test("a message stays while the focus is in it", () => {
  const onExpire = show();
  const button = screen.getByRole("button");
  button.focus();
  pass(3 * ALERT_MS);
  expect(onExpire).not.toHaveBeenCalled();
  button.blur();
  pass(ALERT_MS);
  expect(onExpire).toHaveBeenCalledOnce();
});

test("a message without a type is shown as information", () => {
  render(<Alert>Music pauses in other tabs.</Alert>);
  expect(screen.getByRole("status").className).toContain("alert-info");
});
