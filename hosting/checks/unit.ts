/** Parses a systemd unit: all values of each key, in order. It ignores sections, because no key is in two. */
export function valuesOf(unit: string): (key: string) => string[] {
  const pairs = unit
    .split("\n")
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
  return (key) => pairs.filter(([name]) => name === key).map(([, value = ""]) => value);
}

const HARDENING = {
  ProtectSystem: "strict",
  ProtectHome: "yes",
  PrivateTmp: "yes",
  PrivateDevices: "yes",
  NoNewPrivileges: "yes",
  CapabilityBoundingSet: "",
  RestrictAddressFamilies: "AF_INET AF_INET6 AF_UNIX",
  RestrictNamespaces: "yes",
  SystemCallArchitectures: "native",
  StateDirectory: "porchlight",
  StateDirectoryMode: "0700",
  Restart: "on-failure",
} as const;

/**
 * Finds mistakes in a unit for Porchlight.
 *
 * @param unit its text
 * @param finalCodes exit codes after which a restart does not help
 */
export function mistakesInUnit(unit: string, finalCodes: readonly number[]): string[] {
  const values = valuesOf(unit);
  const mistakes: string[] = [];
  const expectThat = (holds: boolean, mistake: string) => void (holds || mistakes.push(mistake));

  expectThat(/^(?!root$)[a-z]+$/.test(values("User").join()), "it runs as root");
  for (const [key, value] of Object.entries(HARDENING)) {
    expectThat(values(key).length === 1 && values(key)[0] === value, `${key} is not ${value}`);
  }
  expectThat(values("SystemCallFilter")[0] === "@system-service", "it may make every system call");
  expectThat(values("MemoryMax").length === 1, "it may use all memory");
  expectThat(values("OOMPolicy")[0] === "continue", "one picture that takes all memory ends the site");
  const neverAgain = values("RestartPreventExitStatus").join(" ").split(" ").map(Number);
  expectThat(
    finalCodes.every((code) => neverAgain.includes(code)),
    "it restarts after errors that only a person can fix",
  );
  // Node compiles machine code at run time, which this setting forbids.
  expectThat(values("MemoryDenyWriteExecute").length === 0, "Node cannot run under MemoryDenyWriteExecute");

  const loaded = values("LoadCredential").map((line) => line.split(":")[0] ?? "");
  const files = Object.fromEntries(values("Environment").map((line) => line.split("=")));
  for (const name of loaded) {
    expectThat(files[`${name.toUpperCase()}_FILE`] === `%d/${name}`, `the secret ${name} is not passed on`);
    expectThat(values("SetCredential").includes(`${name}:\\n`), `it does not start without the secret ${name}`);
  }
  return mistakes;
}
