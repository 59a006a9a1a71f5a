import { Modal } from "../../../ui/dialog.tsx";
import * as words from "./words.ts";
import "./clash.css";

/**
 * Shows both texts of a value that somebody else changed too. It stays open until the owner chooses.
 *
 * @param field what the value is called
 * @param mine undefined if the value was removed
 * @param more number of further values after this one
 */
export function ClashDialog(props: {
  field: string;
  mine: string | undefined;
  theirs: string | undefined;
  more: number;
  onChoose: (side: "mine" | "theirs") => void;
}) {
  const { field, more, onChoose } = props;
  return (
    <Modal labelledBy="clash-heading" className="clash" onClose={() => {}}>
      <div className="dialog-body">
        <h2 id="clash-heading">{words.clash.title(field)}</h2>
        <p>{words.clash.about}</p>
        <div className="clash-sides">
          {(["mine", "theirs"] as const).map((side) => (
            <div key={side}>
              <h3 id={`clash-${side}`}>{words.clash[side]}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and has to scroll by keys */}
              <section className="clash-text" tabIndex={0} aria-labelledby={`clash-${side}`}>
                {props[side] ?? <em>{words.clash.removed}</em>}
              </section>
              <button type="button" className="button button-quiet" onClick={() => onChoose(side)}>
                {side === "mine" ? words.clash.keepMine : words.clash.keepTheirs}
              </button>
            </div>
          ))}
        </div>
        {more > 0 && <p className="field-hint">{words.clash.more(more)}</p>}
      </div>
    </Modal>
  );
}
