import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Tabs } from "./tabs.tsx";

function Page() {
  const [current, setCurrent] = useState("one");
  return (
    <Tabs
      label="Parts"
      current={current}
      onChange={setCurrent}
      tabs={[
        { key: "one", label: "One", panel: <p>First</p> },
        { key: "two", label: "Two", panel: <input aria-label="Note" /> },
        { key: "three", label: "Three", panel: <p>Third</p> },
      ]}
    />
  );
}

const selected = () => screen.getByRole("tab", { selected: true }).textContent;

test("each tab controls and names its panel", () => {
  render(<Page />);
  const tab = screen.getByRole("tab", { name: "One" });
  const panel = screen.getByRole("tabpanel", { name: "One" });
  expect(tab.getAttribute("aria-controls")).toBe(panel.id);
  expect(panel.textContent).toBe("First");
  for (const other of screen.getAllByRole("tab")) {
    expect(document.getElementById(other.getAttribute("aria-controls") ?? "")).toBeTruthy();
  }
});

test("the Tab key stops once, and arrows, Home and End select a tab", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  expect(document.activeElement?.textContent).toBe("One");
  for (const [key, expected] of [
    ["{ArrowRight}", "Two"],
    ["{ArrowRight}", "Three"],
    ["{ArrowRight}", "One"],
    ["{ArrowLeft}", "Three"],
    ["{Home}", "One"],
    ["{End}", "Three"],
  ]) {
    await user.keyboard(key ?? "");
    expect(selected()).toBe(expected);
    expect(document.activeElement?.textContent).toBe(expected);
  }
  expect(screen.getAllByRole("tab").filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
});

test.each(["Alt", "Control", "Meta", "Shift"])("an arrow with %s is left to the browser", async (modifier) => {
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  const heard = vi.fn<(event: Event) => void>();
  addEventListener("keydown", heard);
  await user.keyboard(`{${modifier}>}{ArrowLeft}{/${modifier}}`);
  removeEventListener("keydown", heard);
  expect(heard.mock.calls.map(([event]) => event.defaultPrevented)).toEqual([false, false]);
  expect(selected()).toBe("One");
});

test("a panel still has its typed text at the next visit", async () => {
  const user = userEvent.setup();
  render(<Page />);
  expect(screen.queryByLabelText("Note")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Two" }));
  await user.type(screen.getByLabelText("Note"), "hello");
  await user.click(screen.getByRole("tab", { name: "One" }));
  await user.click(screen.getByRole("tab", { name: "Two" }));
  expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("hello");
});
