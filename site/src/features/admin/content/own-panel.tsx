import { useState } from "react";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { pause } from "../../../lib/pause.ts";
import { Alert } from "../../../ui/alert.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import * as words from "./words.ts";

/** How often, and how many times, to check whether the site runs again. */
const CHECK_EVERY_MS = 500;
const CHECKS = 120;

/** Makes the demo's site the owner's. */
export function OwnPanel({ editing, onDone }: { editing: ContentEditing; onDone: () => void }) {
  const [state, setState] = useState<"asking" | "making" | "failed">("asking");

  async function make(from: "demo" | "empty") {
    setState("making");
    try {
      await editing.makeOwn(from);
      for (let check = 0; check < CHECKS; check += 1) {
        await pause(CHECK_EVERY_MS);
        // While the site restarts, the gateway does not respond.
        const files = await editing.files().catch(() => undefined);
        if (files?.place !== "own") continue;
        onDone();
        return;
      }
    } catch (error) {
      console.warn("The content could not be made the owner's", error);
    }
    setState("failed");
  }

  const isMaking = state === "making";
  return (
    <section className="own" aria-labelledby="own-heading">
      <h2 id="own-heading">{words.demo.title}</h2>
      <p className="dashboard-note">{words.demo.about}</p>
      <div className="own-choices">
        <div>
          <DashboardButton className="dashboard-button-main" isDisabled={isMaking} onClick={() => make("demo")}>
            {words.demo.fromDemo}
          </DashboardButton>
          <p className="field-hint">{words.demo.fromDemoAbout}</p>
        </div>
        <div>
          <DashboardButton isDisabled={isMaking} onClick={() => make("empty")}>
            {words.demo.empty}
          </DashboardButton>
          <p className="field-hint">{words.demo.emptyAbout}</p>
        </div>
      </div>
      <p role="status">{isMaking && words.demo.making}</p>
      {state === "failed" && <Alert type="error">{words.demo.failed}</Alert>}
    </section>
  );
}
