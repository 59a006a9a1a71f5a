import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { type Format, formatMarkdown, type TextChange } from "./format-markdown.ts";
import * as words from "./words.ts";
import "../form.css";
import "./markdown.css";

const FORMATS: readonly Format[] = ["bold", "italic", "heading", "link", "list", "quote"];
const KEYS: Readonly<Record<string, Format>> = { b: "bold", i: "italic", k: "link" };

const ICONS: Readonly<Record<Format, ReactNode>> = {
  bold: icon("M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z"),
  italic: icon("M10 5h8M6 19h8M14.5 5l-5 14"),
  heading: icon("M6 5v14M18 5v14M6 12h12"),
  link: icon(
    "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3",
  ),
  list: icon("M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01"),
  quote: icon("M5 5v14M10 8h9M10 12h9M10 16h6"),
};

function icon(path: string): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** Makes a change of the text, of which a part is selected. */
export type MakeChange = (text: string, from: number, to: number) => TextChange;

/**
 * A long text in Markdown, in a field that grows with it. The toolbar changes only the selected text, through the
 * browser, whose undo covers it. What was typed stays as it is.
 */
export function MarkdownField(props: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  describedBy: string | undefined;
  isReadOnly: boolean;
  /**
   * One more button of the toolbar. It gets a function that changes the text, which a dialog may call after it has
   * closed.
   */
  tool?: { label: string; onPress: (change: (make: MakeChange) => void) => void };
}) {
  const { id, label, value, onChange, describedBy, isReadOnly, tool } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  /** The button that the Tab key reaches. */
  const [current, setCurrent] = useState(0);

  const apply = (format: Format) => change((text, from, to) => formatMarkdown(text, from, to, format));

  function change(make: MakeChange): void {
    const area = field.current;
    if (!area) return;
    const { from, to, insert, selection } = make(area.value, area.selectionStart, area.selectionEnd);
    area.focus();
    area.setSelectionRange(from, to);
    // This is deprecated, but nothing else becomes part of the browser's undo history.
    const isTyped = document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
    if (!isTyped) onChange(area.value.slice(0, from) + insert + area.value.slice(to));
    area.setSelectionRange(...selection);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const format = KEYS[event.key.toLowerCase()];
    if (!format || isReadOnly || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey) return;
    event.preventDefault();
    apply(format);
  }

  function moveInBar(event: KeyboardEvent): void {
    const last = FORMATS.length - (tool ? 0 : 1);
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = to < 0 ? last : to > last ? 0 : to;
    setCurrent(next);
    bar.current?.querySelectorAll("button")[next]?.focus();
  }

  return (
    <div className="markdown">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {!isReadOnly && (
        <div
          ref={bar}
          className="markdown-bar"
          role="toolbar"
          aria-label={words.toolbar}
          aria-controls={id}
          onKeyDown={moveInBar}
        >
          {FORMATS.map((format, at) => (
            <button
              key={format}
              type="button"
              aria-label={words.formats[format]}
              title={titleOf(format)}
              tabIndex={at === current ? 0 : -1}
              // The text does not lose its selection.
              onMouseDown={(event) => event.preventDefault()}
              onFocus={() => setCurrent(at)}
              onClick={() => apply(format)}
            >
              {ICONS[format]}
            </button>
          ))}
          {tool && (
            <button
              type="button"
              className="markdown-tool"
              tabIndex={current === FORMATS.length ? 0 : -1}
              onFocus={() => setCurrent(FORMATS.length)}
              onClick={() => tool.onPress(change)}
            >
              {tool.label}
            </button>
          )}
        </div>
      )}
      {/* The copy of the text behind the field gives both their height. */}
      <div className="grow" data-text={value}>
        <textarea
          ref={field}
          id={id}
          className="field"
          rows={8}
          value={value}
          readOnly={isReadOnly}
          aria-describedby={describedBy}
          aria-keyshortcuts="Control+B Control+I Control+K"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

function titleOf(format: Format): string {
  const key = Object.keys(KEYS).find((one) => KEYS[one] === format);
  const name = words.formats[format];
  return key === undefined ? name : words.withKey(name, `Ctrl+${key.toUpperCase()}`);
}
