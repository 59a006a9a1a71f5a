import { type FocusPoint, formatFocus } from "@porchlight/protocol/picture-focus.ts";
import { type KeyboardEvent, type MouseEvent, useId } from "react";
import { DashboardButton } from "../../shared/dashboard-button.tsx";
import { type Crop, pointIn } from "./picture-places.ts";
import * as words from "./words.ts";

/** How far an arrow key moves the point, in percent; with Shift, ten times as far. */
const STEP = 1;

const ARROWS: Readonly<Record<string, FocusPoint>> = {
  ArrowLeft: { across: -STEP, down: 0 },
  ArrowRight: { across: STEP, down: 0 },
  ArrowUp: { across: 0, down: -STEP },
  ArrowDown: { across: 0, down: STEP },
};

/** Sets the point of a picture that stays in view in every crop: by click, by arrow keys, or by two sliders. */
export function FocalPoint(props: {
  src: string;
  width: number;
  height: number;
  crops: readonly Crop[];
  focus: string | undefined;
  onChange: (focus: string | undefined) => void;
}) {
  const { src, width, height, crops, focus, onChange } = props;
  const id = useId();
  const [first] = crops;
  const point = first ? pointIn(first, focus) : { across: 50, down: 50 };
  const move = (to: FocusPoint) => onChange(formatFocus(to));

  function moveByKey(event: KeyboardEvent): void {
    const by = ARROWS[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    move({ across: point.across + times * by.across, down: point.down + times * by.down });
  }

  function moveToPointer(event: MouseEvent<HTMLElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    move({
      across: (100 * (event.clientX - box.left)) / box.width,
      down: (100 * (event.clientY - box.top)) / box.height,
    });
  }

  const slider = (side: keyof FocusPoint) => (
    <label className="focal-slider">
      {words.focus[side]}
      <input
        type="range"
        min={0}
        max={100}
        value={point[side]}
        onChange={(event) => move({ ...point, [side]: Number(event.target.value) })}
      />
    </label>
  );

  return (
    <fieldset className="focal">
      <legend>{words.focus.title}</legend>
      <p className="field-hint" id={`${id}-hint`}>
        {words.focus.hint}
      </p>
      {/* The value is the distance from the left; the words say both. */}
      <div
        className="focal-picture"
        role="slider"
        tabIndex={0}
        aria-label={words.focus.label}
        aria-describedby={`${id}-hint`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={point.across}
        aria-valuetext={words.focus.point(point.across, point.down)}
        onKeyDown={moveByKey}
        onClick={moveToPointer}
      >
        <img src={src} width={width} height={height} alt="" draggable={false} />
        <span className="focal-mark" style={{ left: `${point.across}%`, top: `${point.down}%` }} />
      </div>
      <div className="focal-sliders">
        {slider("across")}
        {slider("down")}
      </div>
      {focus !== undefined && (
        <DashboardButton onClick={() => onChange(undefined)}>{words.focus.reset}</DashboardButton>
      )}
      <Crops src={src} crops={crops} focus={focus} />
    </fieldset>
  );
}

/** Shows a picture as each box of the site crops it. */
export function Crops(props: { src: string; crops: readonly Crop[]; focus: string | undefined }) {
  const { src, crops, focus } = props;
  return (
    <ul className="crops" aria-label={words.focus.crops}>
      {crops.map((crop) => {
        const { across, down } = pointIn(crop, focus);
        return (
          <li key={crop.label}>
            <img
              src={src}
              alt=""
              style={{ aspectRatio: `${crop.width} / ${crop.height}`, objectPosition: `${across}% ${down}%` }}
            />
            {crop.label}
          </li>
        );
      })}
    </ul>
  );
}
