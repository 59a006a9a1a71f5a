import type { Bounce } from "@porchlight/protocol/newsletters.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { EmailAddress } from "../shared/email-address.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import { Section } from "../shared/section.tsx";
import { useFocusFallback } from "../shared/use-focus-fallback.ts";
import { useNewsletters } from "./context.ts";
import { useAction } from "./queries.ts";
import * as words from "./words.ts";

const { bounces } = words;
const BOUNCES_KEY = ["newsletter-bounces"];

/** Addresses that get no newsletters because emails came back, and a way to let them get newsletters again. */
export function BounceList() {
  const { calls } = useNewsletters();
  const { notify } = useDashboard();
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: BOUNCES_KEY,
    queryFn: ({ pageParam, signal }) => calls.bounces(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const [isBusy, run] = useAction();
  const [asked, setAsked] = useState<Bounce>();
  const { heading, beforeRemoval } = useFocusFallback();
  const list = query.data?.pages.flatMap((page) => page.bounces) ?? [];

  const lift = ({ id, email }: Bounce) =>
    run(async () => {
      await calls.liftBounce(id);
      beforeRemoval();
      await queries.invalidateQueries({ queryKey: BOUNCES_KEY });
      notify("success", bounces.lifted(email));
    });

  return (
    <Section id="newsletter-bounces" title={bounces.heading} heading={heading} className="newsletter-people">
      <p>{bounces.about}</p>
      <LoadState query={query} failed={bounces.failed} />
      {query.isSuccess && list.length === 0 && <p className="dashboard-note">{bounces.empty}</p>}
      <ul className="people">
        {list.map((bounce) => (
          <li key={bounce.id}>
            <span className="person-email">
              <EmailAddress email={bounce.email} />
            </span>
            <span className="person-reason">
              {bounces.kinds[bounce.kind]} · <Moment iso={bounce.at} />
              {!bounce.isBlocked && ` · ${bounces.notYet}`}
              {bounce.reason !== "" && <span className="person-code">{bounce.reason}</span>}
            </span>
            <span className="person-action">
              {bounce.isBlocked && (
                <DashboardButton
                  label={bounces.liftOne(bounce.email)}
                  isDisabled={isBusy}
                  onClick={() => setAsked(bounce)}
                >
                  {bounces.lift}
                </DashboardButton>
              )}
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <DashboardButton isDisabled={query.isFetchingNextPage} onClick={query.fetchNextPage}>
          {bounces.older}
        </DashboardButton>
      )}
      {asked && (
        <ConfirmDialog
          question={bounces.question}
          verb={bounces.verb}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            lift(asked);
          }}
        >
          <p>
            {asked.kind === "complaint" ? bounces.questionComplaint(asked.email) : bounces.questionAbout(asked.email)}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
