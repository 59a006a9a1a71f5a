import { completeLink } from "@porchlight/protocol/newsletter-links.ts";
import { BLOCK_KINDS, type NewsletterChoices } from "@porchlight/protocol/newsletters.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createOwnPictures } from "../../../api/pictures.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { cancel } from "../../../ui/words.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { LoadState } from "../shared/load-note.tsx";
import { type BlockKind, writeBlock } from "./insert-block.ts";
import { useChoices } from "./queries.ts";
import { SelectField } from "./select-field.tsx";
import { TextField } from "./text-field.tsx";
import * as words from "./words.ts";

const { insert } = words;

/** Asks which block to insert. */
export function InsertDialog({ onInsert, onClose }: { onInsert: (block: string) => void; onClose: () => void }) {
  const [kind, setKind] = useState<BlockKind>("picture");
  /** What the block names, and the second value of a picture or a button. */
  const [[first, second], setValues] = useState<readonly [string, string]>(["", ""]);
  const [isRefused, setRefused] = useState(false);
  const choices = useChoices();
  const isReady = kind === "shows" || (first.trim() !== "" && (kind !== "button" || second.trim() !== ""));

  return (
    <Dialog label={insert.title} onClose={onClose}>
      <form
        className="form-fields newsletter-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const address = kind === "button" ? completeLink(second) : second;
          if (address === undefined) setRefused(true);
          else onInsert(writeBlock(kind, kind === "shows" ? [] : [first, address]));
        }}
      >
        <div className="form-field">
          <label className="form-label" htmlFor="insert-kind">
            {insert.kind}
          </label>
          <select
            id="insert-kind"
            className="field"
            value={kind}
            onChange={({ target }) => {
              setKind(BLOCK_KINDS.find((one) => one === target.value) ?? "picture");
              setValues(["", ""]);
            }}
          >
            {BLOCK_KINDS.map((one) => (
              <option key={one} value={one}>
                {insert.kinds[one]}
              </option>
            ))}
          </select>
        </div>
        {kind === "button" ? (
          <>
            <TextField label={insert.words} value={first} onChange={(text) => setValues([text, second])} />
            <TextField
              label={insert.address}
              hint={insert.addressHint}
              value={second}
              problem={isRefused ? insert.wrongAddress : undefined}
              onChange={(text) => {
                setValues([first, text]);
                setRefused(false);
              }}
            />
          </>
        ) : kind === "shows" ? (
          <p className="field-hint">{insert.showsAbout}</p>
        ) : !choices.data ? (
          <LoadState query={choices} failed={insert.failed} />
        ) : kind === "picture" ? (
          <>
            <PictureChoice
              names={choices.data.pictures}
              chosen={first}
              onChoose={(name) => setValues([name, second])}
            />
            {first !== "" && (
              <TextField label={insert.alt} value={second} onChange={(text) => setValues([first, text])} />
            )}
          </>
        ) : (
          <SelectField
            label={insert.which[kind]}
            none={insert.none[kind]}
            options={choicesFor(kind, choices.data)}
            value={first}
            onChange={(id) => setValues([id, ""])}
          />
        )}
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" className="button" aria-disabled={!isReady || undefined}>
            {insert.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function choicesFor(kind: "release" | "tracks" | "product" | "show", { releases, products, shows }: NewsletterChoices) {
  if (kind === "product") return products;
  return kind === "show" ? shows : releases;
}

/** The pictures of the site, small. A picture without a thumbnail is shown by its name. */
function PictureChoice(props: { names: readonly string[]; chosen: string; onChoose: (name: string) => void }) {
  const { names, chosen, onChoose } = props;
  const { session } = useDashboard();
  const { data: pictures } = useQuery({
    queryKey: ["newsletter-pictures"],
    queryFn: ({ signal }) => createOwnPictures(session.accessToken).list("images", signal),
  });
  if (names.length === 0) return <p className="field-hint">{insert.none.picture}</p>;
  return (
    <fieldset className="picture-grid">
      <legend className="form-label">{insert.pictures}</legend>
      {names.map((name) => {
        const picture = pictures?.find(({ file }) => file.replace(/\.[^.]*$/, "") === name);
        return (
          <label key={name}>
            <input type="radio" name="picture" checked={chosen === name} onChange={() => onChoose(name)} />
            {picture?.thumbnail && (
              <img src={picture.thumbnail} width={picture.width} height={picture.height} alt="" loading="lazy" />
            )}
            <span>{name}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
