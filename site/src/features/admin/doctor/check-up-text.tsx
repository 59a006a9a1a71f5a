import { type CheckUp, checkUpText } from "@porchlight/protocol/doctor.ts";
import { DOCTOR_MESSAGES } from "@porchlight/protocol/doctor-messages.ts";
import { useRef, useState } from "react";
import * as words from "./words.ts";

const COPIED = { none: "", copied: DOCTOR_MESSAGES.copied, marked: DOCTOR_MESSAGES.marked } as const;

/** The report as plain text, for an email to support. */
export function CheckUpText({ report }: { report: CheckUp }) {
  const details = useRef<HTMLDetailsElement>(null);
  const text = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState<{ of: CheckUp; result: "copied" | "marked" }>();
  const plain = checkUpText(report);

  async function copy() {
    try {
      // Browsers allow it under https only.
      await navigator.clipboard.writeText(plain);
      setCopied({ of: report, result: "copied" });
    } catch {
      if (details.current) details.current.open = true;
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setCopied({ of: report, result: "marked" });
    }
  }

  return (
    <div className="check-up-text">
      <div className="dashboard-buttons">
        <button type="button" className="dashboard-button" onClick={copy}>
          {words.copy}
        </button>
        <p role="status">{COPIED[copied?.of === report ? copied.result : "none"]}</p>
      </div>
      <details ref={details}>
        <summary>{words.plainText}</summary>
        <pre ref={text}>{plain}</pre>
      </details>
    </div>
  );
}
