import type { Clash, FileValue } from "@porchlight/protocol/content-editing.ts";
import { Modal } from "../../../ui/dialog.tsx";
import * as words from "./words.ts";

/** Shows both texts of a value that somebody else changed too. It stays open until the owner chooses. */
export function ClashDialog(props: {
  clashes: readonly Clash[];
  onChoose: (clash: Clash, chosen: "mine" | "theirs") => void;
}) {
  const { clashes, onChoose } = props;
  const [clash] = clashes;
  if (!clash) return null;
  return (
    <Modal labelledBy="clash-heading" className="clash" onClose={() => {}}>
      <div className="dialog-body" key={clash.path.join(".")}>
        <h2 id="clash-heading">{words.clash.title}</h2>
        <p>{words.clash.about}</p>
        <p className="form-label">{clash.path.filter((part) => typeof part === "string").join(" › ")}</p>
        <div className="clash-sides">
          {(["mine", "theirs"] as const).map((side) => (
            <section key={side} aria-labelledby={`clash-${side}`}>
              <h3 id={`clash-${side}`}>{words.clash[side]}</h3>
              <pre>{textOf(clash[side])}</pre>
              <button type="button" className="button button-quiet" onClick={() => onChoose(clash, side)}>
                {side === "mine" ? words.clash.keepMine : words.clash.keepTheirs}
              </button>
            </section>
          ))}
        </div>
      </div>
    </Modal>
  );
}

function textOf(value: FileValue | undefined): string {
  if (value === undefined) return words.clash.removed;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
