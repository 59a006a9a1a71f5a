import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Chunk } from "./chunk.tsx";

const fails = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  vi.mocked(console.warn).mockImplementation(() => {});
});

test.each([
  ["that is the screen", undefined, 1, "This page did not load"],
  ["beside which the screen stands", () => {}, 2, "This did not load"],
])("code %s is told of as such when it does not load", async (_, onClose, level, name) => {
  render(
    <Chunk load={fails} {...(onClose && { onClose })} waiting="Loading...">
      {() => null}
    </Chunk>,
  );
  expect(await screen.findByRole("heading", { level, name })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  vi.mocked(console.warn).mockClear();
});

test.each([
  ["on its way", () => new Promise<never>(() => {}), "Loading..."],
  ["not to be had", fails, "This did not load"],
])("Escape closes a window whose code is %s", async (_, load, shown) => {
  const onClose = vi.fn();
  render(
    <Chunk load={load} onClose={onClose} waiting="Loading...">
      {() => null}
    </Chunk>,
  );
  expect(await screen.findByText(shown)).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
  vi.mocked(console.warn).mockClear();
});

test("once it is there, Escape is the window's own", async () => {
  const onClose = vi.fn();
  render(
    <Chunk load={async () => "The window"} onClose={onClose} waiting="Loading...">
      {(words) => words}
    </Chunk>,
  );
  expect(await screen.findByText("The window")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
});
