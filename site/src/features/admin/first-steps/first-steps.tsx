import type { DemoState, FirstPart } from "@porchlight/protocol/demo.ts";
import type { MailStatus } from "@porchlight/protocol/mail.ts";
import { useEffect, useRef, useState } from "react";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import type { Owner } from "../shared/owner.ts";
import { Section } from "../shared/section.tsx";
import { listSteps, type StepKey } from "./steps.ts";
import * as words from "./words.ts";
import "./first-steps.css";

/** Where a step is done: an area of the Website tab, or a place in Settings. */
export type StepPlace = { website: string } | { settings: "second-step" | "check-up" };

/** The areas of the Website tab. */
const AREAS: Readonly<Record<"own" | FirstPart, string>> = {
  own: "start",
  name: "name",
  colour: "look",
  pictures: "pictures",
  links: "links",
  story: "story",
  releases: "releases",
  shows: "shows",
  products: "products",
  shop: "shop-rules",
};

/**
 * What a new owner does next. Each step leads to its form; the list disappears once all are done, or when the owner
 * hides it.
 */
export function FirstSteps(props: {
  demo: DemoState;
  mail: MailStatus;
  owner: Owner;
  onOpen: (place: StepPlace) => void;
  /** Stores that the list is not needed any more. */
  onEnd: () => Promise<void>;
}) {
  const { demo, mail, owner, onOpen, onEnd } = props;
  const { notify } = useDashboard();
  const [isHiding, setHiding] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  const steps = listSteps({ demo, isMailSent: mail.isSent, hasSecondStep: owner.hasSecondStep });
  const isDone = steps.every((step) => step.isDone);
  useEffect(() => {
    if (isDone)
      onEnd().catch((error: unknown) => console.warn("The end of the first steps could not be stored", error));
  }, [isDone, onEnd]);
  if (isDone) return null;

  async function hide() {
    setHiding(true);
    try {
      await onEnd();
      section.current?.closest<HTMLElement>("[role=tabpanel]")?.focus();
      notify("success", words.hidden);
    } catch (error) {
      console.warn("The first steps could not be hidden", error);
      notify("error", words.notHidden);
      setHiding(false);
    }
  }

  return (
    <div ref={section}>
      <Section id="first-steps-heading" title={words.title} className="first-steps">
        <p className="dashboard-note">{words.note}</p>
        <ul>
          {steps.map(({ key, isDone }) => {
            const { name, about } = words.steps[key];
            return (
              <li key={key} data-done={isDone || undefined}>
                <button type="button" onClick={() => onOpen(placeOf(key))}>
                  <span className="first-step-name">
                    {isDone && <span className="visually-hidden">{words.done}</span>}
                    {name}
                  </span>
                  <span className="first-step-about">{about}</span>
                </button>
              </li>
            );
          })}
        </ul>
        <DashboardButton onClick={hide} isDisabled={isHiding}>
          {words.hide}
        </DashboardButton>
      </Section>
    </div>
  );
}

function placeOf(key: StepKey): StepPlace {
  if (key === "secondStep") return { settings: "second-step" };
  if (key === "mail" || key === "domain") return { settings: "check-up" };
  return { website: AREAS[key] };
}
