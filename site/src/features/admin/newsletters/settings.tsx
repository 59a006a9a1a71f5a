import type { NewsletterSettings } from "@porchlight/protocol/newsletters.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Ref, useEffect, useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { FormHead } from "../shared/form-head.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { MarkdownField } from "../shared/markdown/markdown-field.tsx";
import { useConfig } from "../shared/queries.ts";
import { BounceList } from "./bounce-list.tsx";
import { type TypedSettings, useNewsletters } from "./context.ts";
import { useAction, useRefresh } from "./queries.ts";
import { TextField } from "./text-field.tsx";
import * as words from "./words.ts";

const { setup } = words;
const SETTINGS_KEY = ["newsletter-settings"];

/** Settings of all newsletters, and the addresses that get none. */
export function NewsletterSettingsForm({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  const { calls, open, unsaved } = useNewsletters();
  const [isAsked, setAsked] = useState(false);
  const query = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => calls.settings(signal),
    // The form is not replaced while the owner types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <FormHead
        heading={heading}
        title={setup.title}
        up={words.back}
        onUp={() => (unsaved.current ? setAsked(true) : open("list"))}
      />
      {isAsked && (
        <ConfirmDialog
          question={setup.leaveQuestion}
          verb={setup.leave}
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            unsaved.current = undefined;
            open("list");
          }}
        >
          <p>{setup.unsaved}</p>
        </ConfirmDialog>
      )}
      {query.data ? <Fields stored={query.data} /> : <LoadState query={query} failed={setup.failed} />}
      <BounceList />
    </>
  );
}

function toTyped({
  postalAddress,
  isConfirmed,
  welcome,
  perHour,
  perDomainAndHour,
}: NewsletterSettings): TypedSettings {
  return {
    postalAddress,
    isConfirmed,
    ...welcome,
    perHour: String(perHour ?? ""),
    perDomain: String(perDomainAndHour ?? ""),
  };
}

/** Reads a typed limit. @returns null for no limit, undefined if it is not a whole number */
function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  return /^[1-9]\d{0,5}$|^1000000$/.test(text) ? Number(text) : undefined;
}

function Fields({ stored }: { stored: NewsletterSettings }) {
  const { calls, unsaved } = useNewsletters();
  const { notify } = useDashboard();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [isBusy, run] = useAction();
  const [typed, setTyped] = useState(() => unsaved.current ?? toTyped(stored));
  const [isChecked, setChecked] = useState(false);
  const change = (part: Partial<TypedSettings>) => setTyped({ ...typed, ...part });
  const isHosted = useConfig().data?.services.database === "hosted";
  const isChanged = JSON.stringify(typed) !== JSON.stringify(toTyped(stored));
  useEffect(() => {
    unsaved.current = isChanged ? typed : undefined;
  }, [unsaved, isChanged, typed]);

  const { postalAddress, isConfirmed, subject, body } = typed;
  const perHour = readLimit(typed.perHour);
  const perDomain = readLimit(typed.perDomain);
  const isHalf = (subject.trim() === "") !== (body.trim() === "");
  const numberProblem = (limit: number | null | undefined) =>
    isChecked && limit === undefined ? setup.wrongNumber : undefined;

  function save(): void {
    setChecked(true);
    if (perHour === undefined || perDomain === undefined || isHalf) return;
    run(async () => {
      const now = await calls.saveSettings({
        postalAddress,
        isConfirmed,
        welcome: { subject, body },
        ...(perHour !== null && { perHour }),
        ...(perDomain !== null && { perDomainAndHour: perDomain }),
      });
      queries.setQueryData(SETTINGS_KEY, now);
      setTyped(toTyped(now));
      setChecked(false);
      notify("success", setup.saved);
      await refresh();
    }, setup.saveFailed);
  }

  return (
    <form
      className="form-fields newsletter-settings"
      aria-label={setup.title}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <fieldset className="form-group">
        <legend>{setup.addressHeading}</legend>
        <div className="form-field">
          <label className="form-label" htmlFor="postal-address">
            {setup.address}
          </label>
          <p className="field-hint" id="postal-address-hint">
            {setup.addressHint}
          </p>
          <textarea
            id="postal-address"
            className="field"
            rows={4}
            maxLength={1_000}
            autoComplete="street-address"
            dir="auto"
            value={postalAddress}
            aria-describedby="postal-address-hint"
            onChange={({ target }) => change({ postalAddress: target.value })}
          />
        </div>
      </fieldset>
      <fieldset className="form-group">
        <legend>{setup.confirmHeading}</legend>
        <div className="form-field form-check">
          <label>
            <input
              type="checkbox"
              checked={isConfirmed && !isHosted}
              disabled={isHosted}
              aria-describedby="confirm-hint"
              onChange={({ target }) => change({ isConfirmed: target.checked })}
            />
            {setup.confirm}
          </label>
          <p className="field-hint" id="confirm-hint">
            {isHosted ? setup.confirmHosted : setup.confirmHint}
          </p>
        </div>
      </fieldset>
      <fieldset className="form-group">
        <legend>{setup.welcomeHeading}</legend>
        <p className="field-hint">{setup.welcomeAbout}</p>
        <TextField
          label={setup.welcomeSubject}
          maxLength={500}
          value={subject}
          problem={isChecked && isHalf ? setup.welcomeHalf : undefined}
          onChange={(text) => change({ subject: text })}
        />
        <div className="form-field">
          <MarkdownField
            id="welcome-body"
            label={setup.welcomeBody}
            value={body}
            describedBy={undefined}
            isReadOnly={false}
            onChange={(text) => change({ body: text })}
          />
        </div>
      </fieldset>
      <fieldset className="form-group">
        <legend>{setup.paceHeading}</legend>
        <p className="field-hint">{setup.paceAbout}</p>
        <TextField
          label={setup.perHour}
          inputMode="numeric"
          placeholder={setup.noLimit}
          value={typed.perHour}
          problem={numberProblem(perHour)}
          onChange={(text) => change({ perHour: text })}
        />
        <TextField
          label={setup.perDomain}
          inputMode="numeric"
          placeholder={setup.noLimit}
          value={typed.perDomain}
          problem={numberProblem(perDomain)}
          onChange={(text) => change({ perDomain: text })}
        />
      </fieldset>
      <div className={isChanged ? "dashboard-bar newsletter-bar" : "newsletter-bar"}>
        <p className="newsletter-saved" role="status">
          {isChanged && setup.unsaved}
        </p>
        <DashboardButton className="dashboard-button-main" isDisabled={isBusy || !isChanged} onClick={save}>
          {isBusy ? setup.saving : setup.save}
        </DashboardButton>
      </div>
    </form>
  );
}
