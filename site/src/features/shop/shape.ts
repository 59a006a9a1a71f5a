/** Chooses the frame that crops a picture least. Undefined means the upright frame of 4 by 5. */
export function chooseShape({ width, height }: { width: number; height: number }): "square" | "wide" | undefined {
  if (width > height * 1.12) return "wide";
  return width > height * 0.9 ? "square" : undefined;
}
