/** The point of a picture that stays in view when it is cropped, in percent from its left and upper edge. */
export type FocusPoint = { across: number; down: number };

/** A focus of two numbers. The site also has `left` and `right`, whose meaning differs a little in each place. */
export const FOCUS_POINT = /^(?:100|[1-9]?\d)% (?:100|[1-9]?\d)%$/;

/** Reads a focus such as "62% 40%"; undefined for `left`, `right` and none. */
export function parseFocus(focus: string | undefined): FocusPoint | undefined {
  if (focus === undefined || !FOCUS_POINT.test(focus)) return undefined;
  const [across = 50, down = 50] = focus.split(" ").map((part) => Number.parseInt(part, 10));
  return { across, down };
}

/** Writes a point as {@link parseFocus} reads it; a point outside of the picture becomes the nearest one inside. */
export function formatFocus({ across, down }: FocusPoint): string {
  const percent = (value: number) => `${Math.min(Math.max(Math.round(value), 0), 100)}%`;
  return `${percent(across)} ${percent(down)}`;
}
