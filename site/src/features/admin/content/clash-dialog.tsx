import type { Clash, EditableFile, FileValue } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed } from "@porchlight/protocol/content-values.ts";
import { Modal } from "../../../ui/dialog.tsx";
import { fieldWordsOf } from "./form/field-words.ts";
import { nameOfPath } from "./form/schema.ts";
import * as words from "./words.ts";

/** Shows both texts of a value that somebody else changed too. It stays open until the owner chooses. */
export function ClashDialog(props: {
  file: EditableFile;
  clashes: readonly Clash[];
  onChoose: (clash: Clash, side: "mine" | "theirs") => void;
}) {
  const { file, clashes, onChoose } = props;
  const [clash] = clashes;
  if (!clash) return null;
  const label = fieldWordsOf(file, nameOfPath(clash.path))?.label ?? words.fileNames[file];
  return (
    <Modal labelledBy="clash-heading" className="clash" onClose={() => {}}>
      <div className="dialog-body" key={clash.path.join(".")}>
        <h2 id="clash-heading">{words.clash.title(label)}</h2>
        <p>{words.clash.about}</p>
        <div className="clash-sides">
          {(["mine", "theirs"] as const).map((side) => (
            <div key={side}>
              <h3 id={`clash-${side}`}>{words.clash[side]}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and has to scroll by keys */}
              <section className="clash-text" tabIndex={0} aria-labelledby={`clash-${side}`}>
                {clash[side] === undefined ? <em>{words.clash.removed}</em> : textOf(clash[side])}
              </section>
              <button type="button" className="button button-quiet" onClick={() => onChoose(clash, side)}>
                {side === "mine" ? words.clash.keepMine : words.clash.keepTheirs}
              </button>
            </div>
          ))}
        </div>
        {clashes.length > 1 && <p className="field-hint">{words.clash.more(clashes.length - 1)}</p>}
      </div>
    </Modal>
  );
}

/** A value as lines of text. */
function textOf(value: FileValue): string {
  if (isList(value)) return value.map(textOf).join("\n");
  if (!isNamed(value)) return String(value ?? "");
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${textOf(inner)}`)
    .join("\n");
}
