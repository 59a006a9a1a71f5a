import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readSettings } from "../gateway/src/config/settings.ts";
import { mistakesInCompose, readCompose } from "./checks/compose.ts";
import { instructionsOf } from "./checks/dockerfile.ts";
import { SECRET_SETTINGS } from "./checks/secret-settings.ts";

const text = readFileSync("hosting/compose.yaml", "utf8");
const compose = readCompose(text);

describe("compose.yaml", () => {
  it("opens only the ports for HTTP and HTTPS, and trusts only Caddy", () => {
    expect(mistakesInCompose(compose)).toEqual([]);
  });

  it.each([
    ["lets Porchlight be reached without Caddy", "    tmpfs:\n", "    ports:\n      - 4000:4000\n    tmpfs:\n"],
    ["lets a container write to its own programs", "    read_only: true\n", ""],
    ["leaves rights that nothing needs", "cap_drop: [ALL]", "cap_drop: [NET_RAW]"],
    ["lets a program gain rights", "no-new-privileges:true", "no-new-privileges:false"],
    ["gives a container the whole machine", "    read_only: true\n", "    read_only: true\n    privileged: true\n"],
    ["shares the machine's network", "    read_only: true\n", "    read_only: true\n    network_mode: host\n"],
    ["gives a container access to Docker", "- caddy-config:/config", "- /var/run/docker.sock:/docker.sock"],
    ["lets Caddy write to its settings", "/etc/caddy/Caddyfile:ro", "/etc/caddy/Caddyfile"],
    ["uses the latest version of Caddy", "caddy:2.11-alpine", "caddy:latest"],
    ["trusts an address that is not Caddy's", "TRUST_PROXY: 172.30.87.2", "TRUST_PROXY: 172.30.87.3"],
    ["has Caddy outside its network", "subnet: 172.30.87.0/24", "subnet: 172.30.88.0/24"],
    ["gives all IPv6 visitors the same address", "enable_ipv6: true", "enable_ipv6: false"],
    ["deletes the data together with the container", "- data:/data", "- data:/app/data"],
    ["deletes the certificates together with the container", "- caddy-data:/data", "- caddy-data:/certificates"],
    ["names a secret without a file", "file: secrets/smtp_url", "file: secrets/smtp"],
    ["does not pass a secret on", "SMTP_URL_FILE: /run/secrets/smtp_url", "SMTP_URL_FILE: /run/secrets/smtp"],
    ["has a secret that no service gets", "      - smtp_url\n", ""],
    ["does not limit memory", "    mem_limit: 768m\n", ""],
    ["stays down after a restart", "restart: unless-stopped", "restart: no"],
    ["does not wait until Porchlight answers", "service_healthy", "service_started"],
  ])("that %s is rejected", (_what, from, to) => {
    const broken = text.replace(from, to);
    expect(broken).not.toBe(text);
    expect(mistakesInCompose(readCompose(broken))).not.toEqual([]);
  });

  it("passes every secret as a file", () => {
    expect(compose.services.porchlight.secrets.map((name) => name.toUpperCase()).sort()).toEqual(
      [...SECRET_SETTINGS].sort(),
    );
  });

  it("gives Porchlight valid settings if every secret is an empty file", () => {
    const folder = mkdtempSync(join(tmpdir(), "porchlight-secrets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of Object.keys(compose.secrets)) writeFileSync(join(folder, name), "");
    const environment = Object.entries(compose.services.porchlight.environment).map(([name, value]) => [
      name,
      String(value)
        .replace("/run/secrets", folder)
        .replace(/\$\{DOMAIN[^}]*\}/, "example.com"),
    ]);
    const image = instructionsOf(readFileSync("hosting/Dockerfile", "utf8")).findLast(({ word }) => word === "ENV");
    const inImage = (image?.rest ?? "").split(" ").map((pair) => pair.split("="));
    const result = readSettings(Object.fromEntries([...inImage, ...environment]));
    expect(result).toMatchObject({
      ok: true,
      settings: { publicUrl: "https://example.com", host: "0.0.0.0", dataDir: "/data", smtp: undefined },
    });
  });
});
