import type { StepPlace } from "../first-steps/first-steps.tsx";
import { useOwner } from "../shared/owner.ts";
import { useContentProblems, useMailStatus } from "../shared/queries.ts";
import { useLater } from "../shared/use-later.ts";

const load = () => import("../first-steps/first-steps.tsx");

/** The first steps of a new owner. Their code is fetched only as long as there are some. */
export function LaterFirstSteps({ onOpen }: { onOpen: (place: StepPlace) => void }) {
  const { demo } = useContentProblems().data ?? {};
  const { data: mail } = useMailStatus();
  const { owner, endFirstSteps } = useOwner();
  const isNeeded = owner !== undefined && !owner.hasEndedFirstSteps;
  const loaded = useLater(isNeeded, load);
  if (!(isNeeded && loaded && demo && mail)) return null;
  return <loaded.FirstSteps demo={demo} mail={mail} owner={owner} onOpen={onOpen} onEnd={endFirstSteps} />;
}
