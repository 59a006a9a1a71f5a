import type { NewsletterChoices, Segment } from "@porchlight/protocol/newsletters.ts";
import { useState } from "react";
import { LoadNote, LoadState } from "../shared/load-note.tsx";
import { sourceInWords } from "../shared/words.ts";
import { useNewsletters } from "./context.ts";
import { FIELD_IDS } from "./missing.tsx";
import { useAudience, useChoices, useSettled } from "./queries.ts";
import { SelectField } from "./select-field.tsx";
import { TextField } from "./text-field.tsx";
import * as words from "./words.ts";

/** Pause after a change of the segment before it is counted again, in milliseconds. */
const COUNT_AFTER_MS = 300;

type SegmentProps = { segment: Segment; onChange: (segment: Segment) => void };

/** Who gets a newsletter: everyone, or a part of the list, with their number. */
export function Audience({ segment, onChange }: SegmentProps) {
  const [isPart, setPart] = useState(Object.keys(segment).length > 0);
  const choose = (part: boolean) => {
    setPart(part);
    if (!part) onChange({});
  };
  return (
    <section className="newsletter-audience" aria-labelledby={FIELD_IDS.audience}>
      <h3 id={FIELD_IDS.audience} tabIndex={-1}>
        {words.audience.heading}
      </h3>
      <fieldset className="choices">
        <legend className="visually-hidden">{words.audience.heading}</legend>
        {[false, true].map((part) => (
          <label key={String(part)}>
            <input type="radio" name="audience" checked={isPart === part} onChange={() => choose(part)} />
            {part ? words.audience.part : words.audience.everyone}
          </label>
        ))}
      </fieldset>
      {isPart && <SegmentFields segment={segment} onChange={onChange} />}
      <AudienceCount segment={segment} />
    </section>
  );
}

function SegmentFields(props: SegmentProps) {
  const choices = useChoices();
  if (!choices.data) return <LoadState query={choices} failed={words.audience.choicesFailed} />;
  return <ChosenSegment {...props} choices={choices.data} />;
}

const BOUGHT = ["anything", "downloads"] as const;
const PRODUCT = "product ";

function ChosenSegment({ segment, onChange, choices }: SegmentProps & { choices: NewsletterChoices }) {
  const { sources = [], from = "", to = "", bought, town = "" } = segment;
  /** Sets or removes parts of the segment. */
  const change = (part: { [Name in keyof Segment]: Segment[Name] | undefined }) => {
    const next = { ...segment, ...part };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== "")));
  };
  const product = typeof bought === "object" ? bought.product : undefined;
  // A product or a town may have been removed since it was chosen.
  const products = withChosen(choices.products, product);
  const towns = withChosen(
    choices.towns.map((name) => ({ id: name, title: name })),
    town || undefined,
  );
  const known = [...new Set([...choices.sources, ...sources])];
  return (
    <div className="newsletter-segment form-fields">
      <p className="field-hint">{words.audience.partHint}</p>
      {known.length > 0 && (
        <fieldset className="choices">
          <legend>{words.audience.sources}</legend>
          {known.map((source) => (
            <label key={source}>
              <input
                type="checkbox"
                checked={sources.includes(source)}
                onChange={({ target }) => {
                  const chosen = target.checked ? [...sources, source] : sources.filter((one) => one !== source);
                  change({ sources: chosen.length > 0 ? chosen : undefined });
                }}
              />
              {sourceInWords(source)}
            </label>
          ))}
        </fieldset>
      )}
      <div className="newsletter-days">
        <TextField label={words.audience.from} type="date" value={from} onChange={(day) => change({ from: day })} />
        <TextField
          label={words.audience.to}
          type="date"
          value={to}
          problem={from !== "" && to !== "" && from > to ? words.audience.wrongDays : undefined}
          onChange={(day) => change({ to: day })}
        />
        <p className="field-hint">{words.audience.days}</p>
      </div>
      <SelectField
        label={words.audience.bought}
        none=""
        everything={words.audience.boughtAny}
        options={[
          { id: "anything", title: words.audience.boughtAnything },
          { id: "downloads", title: words.audience.boughtDownloads },
          ...products.map(({ id, title }) => ({ id: PRODUCT + id, title: words.audience.boughtProduct(title) })),
        ]}
        value={product === undefined ? String(bought ?? "") : PRODUCT + product}
        onChange={(id) =>
          change({
            bought: id.startsWith(PRODUCT) ? { product: id.slice(PRODUCT.length) } : BOUGHT.find((one) => one === id),
          })
        }
      />
      {towns.length > 0 && (
        <SelectField
          label={words.audience.town}
          none=""
          everything={words.audience.townAny}
          options={towns}
          value={town}
          onChange={(name) => change({ town: name })}
        />
      )}
    </div>
  );
}

function withChosen(options: readonly { id: string; title: string }[], chosen: string | undefined) {
  const isKnown = chosen === undefined || options.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { id: chosen, title: chosen }];
}

/** How many get it, and how many do not, by reason. */
function AudienceCount({ segment }: { segment: Segment }) {
  const { language } = useNewsletters();
  const query = useAudience(useSettled(segment, COUNT_AFTER_MS));
  const { data } = query;
  return (
    <div className="audience-count" role="status" aria-busy={query.isFetching}>
      {query.isError && <LoadNote onRetry={query.refetch}>{words.audience.failed}</LoadNote>}
      {!data && !query.isError && <p>{words.audience.counting}</p>}
      {data && (
        <p className="audience-number">
          {data.recipients === 0 ? words.audience.nobody : words.audience.recipients(data.recipients, language)}
        </p>
      )}
      {data && data.leftOut.length > 0 && (
        <>
          <p>{words.audience.leftOut}</p>
          <ul>
            {data.leftOut.map(({ reason, count }) => (
              <li key={reason}>{words.leftOut[reason](count, language)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
