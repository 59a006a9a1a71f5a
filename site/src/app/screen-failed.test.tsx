import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { ChunkLoadError } from "./load-chunk.ts";
import { ScreenFailed } from "./screen-failed.tsx";

const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  vi.spyOn(location, "reload").mockImplementation(reload);
});

/** Presses Try Again, which fails. */
async function retryAndFail(reason: Error): Promise<void> {
  render(<ScreenFailed reason={reason} retry={() => Promise.reject(new TypeError("Failed to fetch"))} />);
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
}

test("Try Again still works after another visit has replaced an attempt", async () => {
  let tries = 0;
  const retry = async () => {
    tries += 1;
  };
  render(<ScreenFailed reason={new Error("no network")} retry={retry} />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(tries).toBe(2);
});

test("Try Again does not lose the focus while it is busy, and starts only once", async () => {
  const retry = vi.fn(() => new Promise<void>(() => {}));
  render(<ScreenFailed reason={new Error("no network")} retry={retry} />);
  const again = screen.getByRole("button", { name: "Try Again" });
  await userEvent.dblClick(again);
  expect(retry).toHaveBeenCalledTimes(1);
  expect([again.getAttribute("aria-disabled"), again.hasAttribute("disabled")]).toEqual(["true", false]);
});

test.each([
  ["did not load", new TypeError("Failed to fetch")],
  ["took too long", new ChunkLoadError("too late", true)],
])("without network, Try Again does not reload the page if a file %s", async (_, reason) => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await retryAndFail(reason);
  expect(
    await screen.findByText("There is still no connection to the site. Please try again in a while."),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try Again" }).getAttribute("aria-disabled")).toBe("false");
  expect(reload).not.toHaveBeenCalled();
});

test("Try Again does not reload the page if the site responds with errors", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 502 }));
  await retryAndFail(new TypeError("Failed to fetch"));
  expect(await screen.findByText(/still no connection/)).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ["no longer exists", new TypeError("Failed to fetch")],
  ["took too long", new ChunkLoadError("too late", true)],
])("with network, Try Again reloads the page if a file %s", async (_, reason) => {
  const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null));
  await retryAndFail(reason);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(fetch).toHaveBeenCalledWith(location.pathname, expect.objectContaining({ method: "HEAD", cache: "no-store" }));
});

test("the panel of a dialog can be closed by its button", async () => {
  const onClose = vi.fn();
  render(<ScreenFailed reason={new Error("no network")} onClose={onClose} retry={async () => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
