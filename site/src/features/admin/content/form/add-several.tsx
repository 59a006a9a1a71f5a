import { useRef, useState } from "react";
import * as words from "../words.ts";

/** Adds items of which one text is enough, such as the titles of songs, one on each line. */
export function AddSeveral(props: { id: string; label: string; onAdd: (texts: readonly string[]) => void }) {
  const { id, label, onAdd } = props;
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return (
    <div className="form-field form-several">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="field"
        rows={3}
        ref={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="button"
        className="dashboard-button form-add"
        disabled={lines.length === 0}
        onClick={() => {
          onAdd(lines);
          setText("");
          // The button is disabled now, and would lose the focus to the page.
          field.current?.focus();
        }}
      >
        {words.list.addSeveral(lines.length)}
      </button>
    </div>
  );
}
