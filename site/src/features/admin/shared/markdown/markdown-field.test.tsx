import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { MarkdownField } from "./markdown-field.tsx";

/** Types over the selection, as a browser does: React notices the change only by the event. */
function typeOver(_command: string, _ui?: boolean, text = ""): boolean {
  const area = document.activeElement as HTMLTextAreaElement;
  const { selectionStart: from, selectionEnd: to } = area;
  const changed = area.value.slice(0, from) + text + area.value.slice(to);
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, changed);
  return area.dispatchEvent(new Event("input", { bubbles: true }));
}

function openField(text: string, isReadOnly = false) {
  // The tests' document has none.
  Object.assign(document, { execCommand: typeOver });
  const onChange = vi.fn<(value: string) => void>();
  function Form() {
    const [value, setValue] = useState(text);
    return (
      <MarkdownField
        id="story"
        label="Story"
        value={value}
        describedBy={undefined}
        isReadOnly={isReadOnly}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  }
  render(<Form />);
  return { onChange, user: userEvent.setup(), field: screen.getByLabelText<HTMLTextAreaElement>("Story") };
}

const button = (name: string) => screen.getByRole("button", { name });

test("a button formats the selected words only, and the text keeps its selection", async () => {
  const { onChange, user, field } = openField("1) a porch  \n\n* light\n");
  field.setSelectionRange(5, 10);
  await user.click(button("Bold"));
  expect(onChange.mock.calls).toEqual([["1) a **porch**  \n\n* light\n"]]);
  expect(document.activeElement).toBe(field);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe("porch");
});

test.each([
  ["{Control>}b{/Control}", "**porch**"],
  ["{Meta>}i{/Meta}", "*porch*"],
  ["{Control>}k{/Control}", "[porch](https://)"],
  ["{Control>}{Shift>}b{/Shift}{/Control}", "porch"],
])("%s makes %s", async (keys, after) => {
  const { user, field } = openField("porch");
  field.focus();
  field.setSelectionRange(0, 5);
  await user.keyboard(keys);
  expect(field.value).toBe(after);
});

test("the toolbar is one stop of the Tab key, and arrow keys go through it", async () => {
  const { user, field } = openField("");
  await user.tab();
  expect(document.activeElement).toBe(button("Bold"));
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(button("Quote"));
  await user.keyboard("{Home}{ArrowRight}");
  expect(document.activeElement).toBe(button("Italic"));
  await user.tab();
  expect(document.activeElement).toBe(field);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(button("Italic"));
});

test("a read-only field has no toolbar", async () => {
  const { user, field } = openField("porch", true);
  expect(screen.queryByRole("toolbar")).toBeNull();
  field.setSelectionRange(0, 5);
  field.focus();
  await user.keyboard("{Control>}b{/Control}");
  expect(field.value).toBe("porch");
});
