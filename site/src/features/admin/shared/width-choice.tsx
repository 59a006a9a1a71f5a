import * as words from "./words.ts";
import "./preview.css";

const WIDTHS = ["phone", "desktop"] as const;
export type PreviewWidth = (typeof WIDTHS)[number];

/** Chooses how wide a preview is. */
export function WidthChoice({ width, onChoose }: { width: PreviewWidth; onChoose: (width: PreviewWidth) => void }) {
  return (
    <ToggleGroup
      label={words.preview.width}
      options={WIDTHS}
      chosen={width}
      names={words.preview}
      onChoose={onChoose}
    />
  );
}

/** A few buttons, one of which is pressed. */
export function ToggleGroup<Key extends string>(props: {
  label: string;
  options: readonly Key[];
  chosen: Key;
  names: Readonly<Record<Key, string>>;
  onChoose: (key: Key) => void;
}) {
  const { label, options, chosen, names, onChoose } = props;
  return (
    <fieldset className="toggles">
      <legend className="visually-hidden">{label}</legend>
      {options.map((key) => (
        <button
          key={key}
          type="button"
          className="dashboard-button"
          aria-pressed={key === chosen}
          onClick={() => onChoose(key)}
        >
          {names[key]}
        </button>
      ))}
    </fieldset>
  );
}
