import type { Clash, EditableFile, FileValue } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed } from "@porchlight/protocol/content-values.ts";
import { ClashDialog } from "../shared/clash-dialog.tsx";
import { fieldWordsOf } from "./form/field-words.ts";
import { nameOfPath } from "./form/schema.ts";
import * as words from "./words.ts";

/** For each value that somebody else changed too, shows both texts. The values come one after the other. */
export function FileClashDialog(props: {
  file: EditableFile;
  clashes: readonly Clash[];
  onChoose: (clash: Clash, side: "mine" | "theirs") => void;
}) {
  const { file, clashes, onChoose } = props;
  const [clash] = clashes;
  if (!clash) return null;
  return (
    <ClashDialog
      key={clash.path.join(".")}
      field={fieldWordsOf(file, nameOfPath(clash.path))?.label ?? words.fileNames[file]}
      mine={clash.mine === undefined ? undefined : textOf(clash.mine)}
      theirs={clash.theirs === undefined ? undefined : textOf(clash.theirs)}
      more={clashes.length - 1}
      onChoose={(side) => onChoose(clash, side)}
    />
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
