/** How many numbers a command of an SVG path takes. */
const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, a: 7, z: 0 };

type Point = readonly [x: number, y: number];

/** A command with absolute points, in tenths of the source's units; `a` also has its radii, angle and flags. */
type Step = { command: "m" | "l" | "c" | "a" | "z"; points: Point[]; arc?: [rx: number, ry: number, rest: string] };

/**
 * Redraws an icon's path in a square of 240 by 240 units with whole numbers, because every page contains the icons. A
 * unit is a tenth of a pixel at the size in which icons show. Each point is rounded by itself, so errors do not add up.
 *
 * @param path in a square of 24 by 24 units, without quadratic curves
 * @throws {Error} when the path has a command that no icon had so far
 */
export function toWholeTenths(path: string): string {
  let drawn = "";
  let present = "";
  let from: Point = [0, 0];
  let start: Point = from;
  /** The second control point of the last curve, mirrored: where a smooth curve continues. */
  let mirrored: Point | undefined;

  const write = (command: string, numbers: string[]) => {
    // A repeated command needs no letter. After a move, points without a letter are lines.
    const isImplied = command === present || (command === "l" && present === "m");
    const text = numbers.reduce((all, number) => all + (all === "" || number.startsWith("-") ? "" : " ") + number, "");
    drawn += isImplied ? (text.startsWith("-") ? text : ` ${text}`) : command + text;
    present = command;
  };
  const relative = (points: readonly Point[]) => points.flatMap(([x, y]) => [`${x - from[0]}`, `${y - from[1]}`]);

  for (const { command, points, arc } of parsePath(path)) {
    const end = points.at(-1) ?? start;
    const [x, y] = [end[0] - from[0], end[1] - from[1]];
    const first = points[0];
    const isDot = command !== "m" && command !== "z" && relative(points).every((number) => number === "0");
    if (isDot) continue;
    if (command === "z") write("z", []);
    else if (arc) write("a", [`${arc[0]}`, `${arc[1]}`, `${arc[2]}${x}`, `${y}`]);
    else if (command === "l" && y === 0) write("h", [`${x}`]);
    else if (command === "l" && x === 0) write("v", [`${y}`]);
    else if (command === "c" && isSame(first, mirrored ?? from)) write("s", relative(points.slice(1)));
    else write(command, relative(points));
    const control = command === "c" ? points[1] : undefined;
    mirrored = control && [2 * end[0] - control[0], 2 * end[1] - control[1]];
    if (command === "m") start = end;
    from = end;
  }
  return drawn;
}

function isSame(one: Point | undefined, other: Point): boolean {
  return one !== undefined && one[0] === other[0] && one[1] === other[1];
}

/** Parses a path into commands with absolute points. Smooth curves become full ones. */
function parsePath(path: string): Step[] {
  const steps: Step[] = [];
  let at: Point = [0, 0];
  let start: Point = at;
  let control: Point | undefined;
  for (const [, letter = "", text = ""] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = letter.toLowerCase();
    const count = ARGUMENTS[kind];
    if (count === undefined) throw new Error(`The command ${letter} in an icon's path is unknown.`);
    const numbers = readNumbers(text, kind);
    for (let first = 0; first < Math.max(numbers.length, 1); first += Math.max(count, 1)) {
      const own = numbers.slice(first, first + count);
      const origin: Point = letter === kind ? at : [0, 0];
      const points = toPoints(kind, own, origin, at);
      if (kind === "s") points.unshift(control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at);
      const end = kind === "z" ? start : (points.at(-1) ?? at);
      // Further pairs of a move are lines.
      const command = COMMANDS[kind === "m" && first > 0 ? "l" : kind] ?? "l";
      const [rx = 0, ry = 0, angle = 0, ...flags] = own;
      const arc: Step["arc"] = [tenths(rx), tenths(ry), `${Math.round(angle)} ${flags.slice(0, 2).join("")}`];
      steps.push({ command, points: points.map(([x, y]) => [tenths(x), tenths(y)]), ...(kind === "a" && { arc }) });
      control = command === "c" ? points[1] : undefined;
      at = end;
      if (command === "m") start = end;
    }
  }
  return steps;
}

const COMMANDS: Readonly<Record<string, Step["command"]>> = {
  m: "m",
  l: "l",
  h: "l",
  v: "l",
  c: "c",
  s: "c",
  a: "a",
  z: "z",
};

function tenths(units: number): number {
  return Math.round(units * 10);
}

/** The absolute points of one command. */
function toPoints(kind: string, numbers: readonly number[], origin: Point, at: Point): Point[] {
  const [first = 0] = numbers;
  if (kind === "h") return [[origin[0] + first, at[1]]];
  if (kind === "v") return [[at[0], origin[1] + first]];
  const pairs = kind === "a" ? numbers.slice(5) : numbers;
  return pairs.flatMap((x, index) =>
    index % 2 ? [] : [[origin[0] + x, origin[1] + (pairs[index + 1] ?? 0)] as const],
  );
}

/** Reads numbers. They need no separator where a sign or a point separates them, and after the flags of an arc. */
function readNumbers(text: string, kind: string): number[] {
  const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+))/y;
  const flag = /[\s,]*([01])/y;
  const numbers: number[] = [];
  for (let from = 0; text.slice(from).trim() !== ""; ) {
    const isFlag = kind === "a" && (numbers.length % 7 === 3 || numbers.length % 7 === 4);
    const wanted = isFlag ? flag : number;
    wanted.lastIndex = from;
    const found = wanted.exec(text);
    if (!found) throw new Error(`"${text}" in an icon's path is not a list of numbers.`);
    numbers.push(Number(found[1]));
    from = wanted.lastIndex;
  }
  return numbers;
}
