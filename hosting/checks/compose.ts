import { BlockList } from "node:net";
import * as v from "valibot";
import { parse } from "yaml";

const service = v.looseObject({
  image: v.string(),
  build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
  restart: v.optional(v.string()),
  environment: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  secrets: v.optional(v.array(v.string()), []),
  volumes: v.optional(v.array(v.string()), []),
  tmpfs: v.optional(v.array(v.string()), []),
  ports: v.optional(v.array(v.string()), []),
  networks: v.optional(
    v.union([v.array(v.string()), v.record(v.string(), v.object({ ipv4_address: v.string() }))]),
    [],
  ),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() })), {}),
  read_only: v.optional(v.boolean(), false),
  cap_drop: v.optional(v.array(v.string()), []),
  security_opt: v.optional(v.array(v.string()), []),
  mem_limit: v.optional(v.string()),
});

const file = v.strictObject({
  name: v.string(),
  services: v.strictObject({ porchlight: service, caddy: service }),
  networks: v.strictObject({
    web: v.object({ enable_ipv6: v.boolean(), ipam: v.object({ config: v.array(v.object({ subnet: v.string() })) }) }),
  }),
  volumes: v.record(v.string(), v.null()),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
});

/** The fields of `compose.yaml` that we check. */
type ComposeFile = v.InferOutput<typeof file>;

/** Options that give a container power over its host. */
const POWERS = ["privileged", "network_mode", "pid", "ipc", "devices", "userns_mode", "user"];

/** Parses `compose.yaml`. @throws {v.ValiError} if it has another shape */
export function readCompose(text: string): ComposeFile {
  return v.parse(file, parse(text));
}

/** Finds mistakes: open ports, unknown names, an untrusted proxy. */
export function mistakesInCompose({ services, networks, volumes, secrets }: ComposeFile): string[] {
  const mistakes: string[] = [];
  const expectThat = (holds: boolean, mistake: string) => void (holds || mistakes.push(mistake));
  const { porchlight, caddy } = services;

  for (const [name, each] of Object.entries(services)) {
    expectThat(each.read_only, `${name} may write to its own programs`);
    expectThat(each.cap_drop.includes("ALL"), `${name} has rights that it does not need`);
    expectThat(each.security_opt.includes("no-new-privileges:true"), `${name} may gain rights`);
    expectThat(each.mem_limit !== undefined, `${name} may use all memory`);
    expectThat(each.restart === "unless-stopped", `${name} does not come back after a restart of the machine`);
    expectThat(each.build !== undefined || /:(?!latest$)[\w.-]+$/.test(each.image), `${name} has no version`);
    for (const power of POWERS) expectThat(!(power in each), `${name} has ${power}`);
    for (const volume of each.volumes) {
      const [source = ""] = volume.split(":");
      const isFolder = source.startsWith(".");
      expectThat(isFolder ? volume.endsWith(":ro") : source in volumes, `${name}: the volume ${volume}`);
    }
  }

  expectThat(porchlight.ports.length === 0, "porchlight is reached without Caddy");
  expectThat(caddy.ports.join() === "80:80,443:443,443:443/udp", "Caddy has other ports than those of the web");
  expectThat(caddy.depends_on.porchlight?.condition === "service_healthy", "Caddy does not wait for porchlight");
  expectThat(
    porchlight.tmpfs.some((place) => place.startsWith("/tmp")),
    "porchlight has no /tmp",
  );
  expectThat(porchlight.volumes.includes("data:/data"), "porchlight's data is lost with its container");
  expectThat(caddy.volumes.includes("caddy-data:/data"), "certificates are lost with Caddy's container");

  const proxy = Array.isArray(caddy.networks) ? undefined : caddy.networks.web?.ipv4_address;
  const [ipv4] = networks.web.ipam.config.map(({ subnet }) => subnet).filter((subnet) => subnet.includes("."));
  expectThat(proxy !== undefined && proxy === porchlight.environment.TRUST_PROXY, "Caddy is not the trusted proxy");
  expectThat(ipv4 !== undefined && isIn(ipv4, proxy ?? ""), "Caddy's address is not in its network");
  expectThat(networks.web.enable_ipv6, "all IPv6 visitors have the same address");

  for (const name of porchlight.secrets) {
    expectThat(secrets[name]?.file === `secrets/${name}`, `the secret ${name} has no file`);
    const passed = porchlight.environment[`${name.toUpperCase()}_FILE`];
    expectThat(passed === `/run/secrets/${name}`, `the secret ${name} is not passed on`);
  }
  for (const name of Object.keys(secrets))
    expectThat(porchlight.secrets.includes(name), `no service gets the secret ${name}`);
  return mistakes;
}

function isIn(subnet: string, address: string): boolean {
  const [network = "", bits] = subnet.split("/");
  const list = new BlockList();
  list.addSubnet(network, Number(bits), "ipv4");
  return list.check(address, "ipv4");
}
