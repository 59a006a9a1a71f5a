/** What an element carries; one without a value is left out. */
type Attributes = Record<string, string | number | undefined>;

/** An element with what stands in it, as text of SVG. Children are text of SVG already. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : escaped(value ?? "")}"`)
    .join("");
  return children.length > 0 ? `<${name}${written}>${children.join("")}</${name}>` : `<${name}${written}/>`;
}

/** Text at a position, followed by text in another style; any characters are escaped. */
export function words(content: string, attributes: Attributes, ...behind: readonly string[]): string {
  return element("text", attributes, escaped(content), ...behind);
}

/** Text in another style behind other text. */
export function moreWords(content: string, attributes: Attributes): string {
  return element("tspan", { dx: 8, ...attributes }, escaped(content));
}

/** Straight lines from place to place. */
export function line(places: readonly (readonly [x: number, y: number])[], attributes: Attributes): string {
  const d = places.map(([x, y], at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
  return element("path", { d, fill: "none", ...attributes });
}

/**
 * A whole picture with a text alternative and its own background, so that it is readable on any page.
 *
 * @param style rules of CSS for the classes in it
 */
export function picture(
  {
    width,
    height,
    title,
    description,
    style,
  }: Record<"title" | "description" | "style", string> & {
    width: number;
    height: number;
  },
  ...children: readonly string[]
): string {
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${round(width)} ${round(height)}`,
    width,
    height,
    role: "img",
    "aria-labelledby": "title description",
  };
  return `${element(
    "svg",
    root,
    element("title", { id: "title" }, escaped(title)),
    element("desc", { id: "description" }, escaped(description)),
    element("style", {}, style),
    ...children.map((child) => `\n${child}`),
    "\n",
  )}\n`;
}

/** A hundredth of a pixel is enough and makes small files. */
function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
