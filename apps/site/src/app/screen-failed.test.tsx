import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ScreenFailed } from "./screen-failed.tsx";

test("Try Again can be pressed again after an attempt that another visit has overtaken", async () => {
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
