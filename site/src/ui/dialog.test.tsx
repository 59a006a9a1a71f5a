import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "./dialog.tsx";

/** A button that opens a dialog. */
function Page({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Leave
      </button>
      {isOpen && (
        <ConfirmDialog
          question="Are you sure?"
          verb="Yes"
          onCancel={() => setOpen(false)}
          onConfirm={() => {
            setOpen(false);
            onConfirm();
          }}
        />
      )}
    </>
  );
}

async function openDialog() {
  const onConfirm = vi.fn();
  const user = userEvent.setup();
  render(<Page onConfirm={onConfirm} />);
  await user.click(screen.getByRole("button", { name: "Leave" }));
  return { onConfirm, user };
}

test("the question names the dialog, and the harmless button comes first", async () => {
  await openDialog();
  const dialog = screen.getByRole("dialog", { name: "Are you sure?" });
  expect(dialog.querySelector("button")?.textContent).toBe("Cancel");
});

test("Cancel, Escape and a click on the backdrop do not confirm", async () => {
  const { onConfirm, user } = await openDialog();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();

  await user.click(screen.getByRole("button", { name: "Leave" }));
  screen.getByRole("button", { name: "Cancel" }).focus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();

  await user.click(screen.getByRole("button", { name: "Leave" }));
  await user.click(screen.getByRole("dialog"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("Escape that cancels an input method's composition does not close the dialog", async () => {
  await openDialog();
  fireEvent.keyDown(screen.getByRole("button", { name: "Cancel" }), { key: "Escape", isComposing: true });
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("selecting text and releasing on the backdrop does not close the dialog", async () => {
  const { user } = await openDialog();
  await user.pointer([
    { keys: "[MouseLeft>]", target: screen.getByRole("heading", { name: "Are you sure?" }) },
    { keys: "[/MouseLeft]", target: screen.getByRole("dialog") },
  ]);
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("a double click on the confirm button confirms once", async () => {
  const { onConfirm, user } = await openDialog();
  await user.dblClick(screen.getByRole("button", { name: "Yes" }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
