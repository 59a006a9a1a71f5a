import { render, screen } from "@testing-library/react";
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
