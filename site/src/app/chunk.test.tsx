import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Chunk } from "./chunk.tsx";

const fails = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  vi.mocked(console.warn).mockImplementation(() => {});
});

test.each([
  ["of a screen", undefined, 1, "This page did not load"],
  ["of a dialog", () => {}, 2, "This did not load"],
])("the chunk %s shows its own error if it does not load", async (_, onClose, level, name) => {
  render(
    <Chunk load={fails} {...(onClose && { onClose })} waiting="Loading...">
      {() => null}
    </Chunk>,
  );
  expect(await screen.findByRole("heading", { level, name })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
});

test.each([
  ["loading", () => new Promise<never>(() => {}), "Loading..."],
  ["missing", fails, "This did not load"],
])("Escape closes a dialog if its chunk is %s", async (_, load, shown) => {
  const onClose = vi.fn();
  render(
    <Chunk load={load} onClose={onClose} waiting="Loading...">
      {() => null}
    </Chunk>,
  );
  expect(await screen.findByText(shown)).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("once the chunk has loaded, only the dialog handles Escape", async () => {
  const onClose = vi.fn();
  render(
    <Chunk load={async () => "The dialog"} onClose={onClose} waiting="Loading...">
      {(text) => text}
    </Chunk>,
  );
  expect(await screen.findByText("The dialog")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
});
