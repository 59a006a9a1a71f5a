import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import type { FirstSteps, StepPlace } from "../first-steps/first-steps.tsx";
import { useOwner } from "../shared/owner.ts";
import { useMailStatus } from "../shared/queries.ts";
import { useContentProblems } from "./queries.ts";

/** The first steps of a new owner. Their code is fetched only as long as there are some. */
export function LaterFirstSteps({ onOpen }: { onOpen: (place: StepPlace) => void }) {
  const { demo } = useContentProblems().data ?? {};
  const { data: mail } = useMailStatus();
  const { owner, endFirstSteps } = useOwner();
  const [loaded, setLoaded] = useState<{ Steps: ComponentType<ComponentProps<typeof FirstSteps>> }>();
  const isNeeded = owner !== undefined && !owner.hasEndedFirstSteps;
  useEffect(() => {
    if (!isNeeded) return;
    import("../first-steps/first-steps.tsx").then(
      ({ FirstSteps }) => setLoaded({ Steps: FirstSteps }),
      // The rest of the dashboard works without them.
      (error: unknown) => console.warn("The first steps could not be loaded", error),
    );
  }, [isNeeded]);
  if (!(isNeeded && loaded && demo && mail)) return null;
  return <loaded.Steps demo={demo} mail={mail} owner={owner} onOpen={onOpen} onEnd={endFirstSteps} />;
}
