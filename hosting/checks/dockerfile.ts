/** One instruction of a Dockerfile, with its lines joined. `stage` counts from 0. It is -1 before the first `FROM`. */
type Instruction = { word: string; rest: string; stage: number };

/** Parses a Dockerfile's instructions, without comments. Source: docs.docker.com, "Dockerfile reference". */
export function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile.split("\n").filter((line) => !/^\s*(#|$)/.test(line));
  const joined = lines.join("\n").replaceAll(/\\\n\s*/g, "");
  let stage = -1;
  return joined.split("\n").map((line) => {
    const [word = "", ...rest] = line.trim().split(/\s+/);
    if (word === "FROM") stage += 1;
    return { word, rest: rest.join(" "), stage };
  });
}

/**
 * Finds mistakes that would break the build, or a promise that the image makes.
 *
 * @param dockerfile its text
 * @param isInContext whether a path of the project exists and reaches the builder
 */
export function mistakesInDockerfile(dockerfile: string, isInContext: (path: string) => boolean): string[] {
  const all = instructionsOf(dockerfile);
  const bases = all.filter(({ word }) => word === "FROM").map(({ rest }) => rest);
  const stages = bases.map((base) => base.split(" AS ")[1]);
  const last = all.filter(({ stage }) => stage === bases.length - 1);
  const lastOf = (name: string) => last.findLast(({ word }) => word === name)?.rest ?? "";
  const dataDir = /(?:^| )DATA_DIR=(\S+)/.exec(lastOf("ENV"))?.[1];

  const mistakes: string[] = [];
  const expectThat = (holds: boolean, mistake: string) => void (holds || mistakes.push(mistake));
  for (const base of bases) expectThat(/^[\w./-]+:(?!latest)[\w.-]+( |$)/.test(base), `FROM ${base} names no version`);
  for (const { rest } of all.filter(({ word }) => word === "COPY" || word === "ADD")) {
    const words = rest.split(" ");
    const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
    const sources = words.filter((word) => !word.startsWith("--")).slice(0, -1);
    if (from !== undefined) expectThat(stages.includes(from), `COPY ${rest}: there is no stage ${from}`);
    else for (const source of sources) expectThat(source !== "." && isInContext(source), `COPY ${rest}: ${source}`);
  }
  expectThat(/^[1-9]\d*(:[1-9]\d*)?$/.test(lastOf("USER")), "it runs as root, or as a user without a number");
  expectThat(dataDir !== undefined && lastOf("VOLUME") === dataDir, "DATA_DIR is no volume");
  expectThat(lastOf("STOPSIGNAL") === "SIGTERM", "it is not stopped by SIGTERM");
  expectThat(/CMD \["node", .*\/healthz/.test(lastOf("HEALTHCHECK")), "its health check does not use node");
  // The command must not use a shell, because a shell would not forward signals to node.
  const [program, file = ""] = commandOf(lastOf("CMD"));
  expectThat(program === "node" && isInContext(file), "CMD does not start a file of the gateway by node itself");
  return mistakes;
}

function commandOf(text: string): string[] {
  if (!text.startsWith("[")) return [];
  const words: unknown = JSON.parse(text);
  return Array.isArray(words) ? words.map(String) : [];
}

/**
 * Creates a function that says whether `.dockerignore` excludes a path. The last pattern that matches the path, or a
 * folder above it, decides. Source: docs.docker.com, "Build context", .dockerignore files.
 */
export function createIgnored(dockerignore: string): (path: string) => boolean {
  const patterns = dockerignore
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .map((line) => ({ isException: line.startsWith("!"), expression: expressionOf(line.replace(/^!/, "")) }));
  return (path) => {
    const parts = path.split("/");
    const withFolders = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const decides = patterns.findLast(({ expression }) => withFolders.some((part) => expression.test(part)));
    return decides !== undefined && !decides.isException;
  };
}

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*)/)
    .map((part) => {
      if (part === "**/") return "(?:.*/)?";
      return part === "*" ? "[^/]*" : part.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`);
}
