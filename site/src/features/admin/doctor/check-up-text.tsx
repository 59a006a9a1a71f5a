import { type CheckUp, checkUpText } from "@porchlight/protocol/doctor.ts";
import { DOCTOR_MESSAGES } from "@porchlight/protocol/doctor-messages.ts";
import { useRef } from "react";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useCopy } from "../shared/use-copy.ts";
import * as words from "./words.ts";

const COPIED = { none: "", copied: DOCTOR_MESSAGES.copied, marked: DOCTOR_MESSAGES.marked } as const;

/** The report as plain text, for an email to support. */
export function CheckUpText({ report }: { report: CheckUp }) {
  const details = useRef<HTMLDetailsElement>(null);
  const text = checkUpText(report);
  const { element, copy, result } = useCopy<HTMLPreElement>(text, () => {
    if (details.current) details.current.open = true;
  });

  return (
    <div className="check-up-text">
      <div className="dashboard-buttons">
        <DashboardButton onClick={copy}>{words.copy}</DashboardButton>
        <p role="status">{COPIED[result]}</p>
      </div>
      <details ref={details}>
        <summary>{words.plainText}</summary>
        <pre ref={element}>{text}</pre>
      </details>
    </div>
  );
}
