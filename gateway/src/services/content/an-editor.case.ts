import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import type { EditableFile } from "@porchlight/protocol/content-editing.ts";
import { onTestFinished } from "vitest";
import { DEMO_CONTENT_DIR } from "../../config/content-dir.ts";
import { openDataFile } from "../../data/data-file.ts";
import { inspectEditedFile } from "../../doctor/inspections/edited-file.ts";
import { createEditor } from "./editor.ts";

/** A copy of the demo's content, without recordings. */
function editableContent(): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-edited-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(demoContent(), folder, { recursive: true, filter: (path) => !path.endsWith(".mp3") });
  return folder;
}

/** The editor of a content folder, with a clock that the test sets. */
export function anEditor(contentDir = editableContent()) {
  const dataDir = mkdtempSync(join(tmpdir(), "porchlight-edits-"));
  const inspected: EditableFile[] = [];
  const clock = { now: Date.parse("2026-12-01T12:00:00Z"), isSettled: true };
  const open = () => {
    const data = openDataFile({ dir: dataDir });
    const editor = createEditor({
      contentDir,
      programContent: DEMO_CONTENT_DIR,
      data,
      inspect: (...file) => {
        inspected.push(file[0]);
        return inspectEditedFile(contentDir, ...file);
      },
      onPublished: () => {},
      clock: () => new Date(clock.now),
      isClockSettled: () => clock.isSettled,
    });
    return { data, editor };
  };
  const opened = open();
  let { data } = opened;
  onTestFinished(() => {
    data.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  /** Opens everything again, as a restart does. */
  const restart = () => {
    data.close();
    const next = open();
    data = next.data;
    return next.editor;
  };
  return { editor: opened.editor, inspected, contentDir, dataDir, clock, restart };
}
