/** A dark shape of a QR code: a rectangle, or a path. All numbers are in units of the view box. */
type Shape = { x: number; y: number; width: number; height: number } | { path: string };

export type QrShapes = { viewBox: string; shapes: Shape[] };

const NUMBER = /^-?\d+(\.\d+)?(px)?$/;
const PATH = /^[MmLlHhVvZz\d\s,.-]+$/;
const LIGHT = /white|#fff/i;

/**
 * Reads the dark shapes from the SVG that the auth service sends, so that none of its markup enters the page.
 *
 * @returns undefined for an unknown kind of drawing; then only the key is shown, as text
 */
export function readQrCode(svg: string): QrShapes | undefined {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const viewBox = root.getAttribute("viewBox") ?? `0 0 ${root.getAttribute("width")} ${root.getAttribute("height")}`;
  const size = viewBox.split(/[\s,]+/);
  if (root.localName !== "svg" || size.length !== 4 || !size.every((part) => NUMBER.test(part))) return undefined;
  const shapes = [...root.querySelectorAll("rect, path")].flatMap((element) => {
    const paint = `${element.getAttribute("fill") ?? ""}${element.getAttribute("style") ?? ""}`;
    return LIGHT.test(paint) ? [] : readShape(element);
  });
  return shapes.length > 0 ? { viewBox: size.map(Number.parseFloat).join(" "), shapes } : undefined;
}

function readShape(element: Element): Shape[] {
  if (element.localName === "path") {
    const path = element.getAttribute("d") ?? "";
    return PATH.test(path) ? [{ path }] : [];
  }
  const numbers = ["x", "y", "width", "height"].map((name) => element.getAttribute(name) ?? "0");
  if (!numbers.every((text) => NUMBER.test(text))) return [];
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number.parseFloat);
  return [{ x, y, width, height }];
}

/** A QR code. It is dark on light in every colour scheme, because cameras need that. */
export function QrCode({ code, label }: { code: QrShapes; label: string }) {
  return (
    <svg className="qr-code" viewBox={code.viewBox} role="img" aria-label={label} shapeRendering="crispEdges">
      {code.shapes.map((shape) =>
        "path" in shape ? (
          <path key={shape.path} d={shape.path} />
        ) : (
          <rect key={`${shape.x} ${shape.y}`} x={shape.x} y={shape.y} width={shape.width} height={shape.height} />
        ),
      )}
    </svg>
  );
}
