import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { DATA_FILE_NAME } from "../../gateway/src/data/data-file.ts";
import { CONNECTIONS } from "../../gateway/src/services/newsletter/builtin/sending.ts";
import type { Newsletter } from "../../protocol/src/newsletters.ts";
import { type Line, percentile99, ratios } from "../figures.ts";
import { newFolder } from "../support/folders.ts";
import { type BenchGateway, newDataFolder, startGateway } from "../support/gateway.ts";
import { fetchPacked } from "../support/http.ts";
import { OWNER_PASSWORD, signInOwner } from "../support/list-owner.ts";
import { millisecondsOf, runWorker } from "../support/processes.ts";
import { copySubscribers, SUBSCRIBERS } from "../support/subscribers.ts";
import type { FrozenNewsletter, SentNewsletter } from "../workers/newsletter.ts";

const ROUNDS = 3;
/** Emails of a round. */
const EMAILS = 2_000;
/** Subscribers of the newsletter during which pages are requested, and the number of these pages. */
const FANS = 20_000;
const PAGES = 400;

/** Measures the sending of newsletters to a mail server of this machine that accepts everything at once. */
export async function measureNewsletters(): Promise<Line[]> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, _, callback) {
      stream.resume().on("end", () => callback());
    },
  });
  server.on("error", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A server that listens at an address has one.
  const { port } = server.server.address() as AddressInfo;
  try {
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const send = async (mode: "ours" | "bare") =>
        runWorker<SentNewsletter>("newsletter.ts", mode, newFolder("newsletter"), String(port), String(EMAILS));
      if (round % 2) bare.push((await send("bare")).perMinute);
      ours.push((await send("ours")).perMinute);
      if (round % 2 === 0) bare.push((await send("bare")).perMinute);
    }
    const { seconds, extraMegabytes } = await freeze();
    return [
      {
        what: "Emails of a newsletter, as a multiple of nodemailer alone",
        rounds: ratios(ours, bare),
        unit: "×",
        aim: { atLeast: 0.7 },
        note: `signed (DKIM), 20 kB, ${CONNECTIONS} connections; each recipient's state is stored before and after sending`,
      },
      { what: "Emails of a newsletter", rounds: ours, unit: "/min" },
      { what: "Emails by nodemailer alone", rounds: bare, unit: "/min" },
      { what: "Freezing 1,000,000 recipients", rounds: [seconds], unit: "s", aim: { atMost: 20 } },
      { what: "Memory for freezing them", rounds: [extraMegabytes], unit: "MB", aim: { atMost: 64 } },
      {
        what: "Home while a newsletter is sent, 99th percentile",
        rounds: [percentile99(await timesOfPages(port))],
        unit: "ms",
        aim: { atMost: 50 },
        note: `${PAGES} requests one after the other`,
      },
    ];
  } finally {
    server.close();
  }
}

function freeze(): Promise<FrozenNewsletter> {
  const folder = newFolder("freeze");
  copySubscribers(join(folder, DATA_FILE_NAME), SUBSCRIBERS);
  return runWorker<FrozenNewsletter>("newsletter.ts", "freeze", folder);
}

/** How long each request of Home takes while a newsletter goes out, in milliseconds. */
async function timesOfPages(port: number): Promise<number[]> {
  const dataDir = newDataFolder();
  copySubscribers(join(dataDir, DATA_FILE_NAME), FANS);
  const settings = {
    ADMIN_PASSWORD: OWNER_PASSWORD,
    ADMIN_EMAIL: "owner@artist.example",
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  };
  await using gateway = await startGateway({ dataDir, settings });
  const id = await sendNewsletter(gateway);
  const times: number[] = [];
  for (let page = 0; page < PAGES; page += 1) times.push(await millisecondsOf(() => fetchPacked(gateway.port, "/")));
  const { state } = await readNewsletter(gateway, id);
  if (state !== "sending") throw new Error(`The newsletter was ${state} before all pages were measured`);
  return times;
}

async function sendNewsletter(gateway: BenchGateway): Promise<number> {
  const owner = await signInOwner(gateway);
  const path = "/admin/api/newsletters";
  await owner.send("PUT", `${path}/settings`, {
    postalAddress: "1 Pier Road, Kingston",
    isConfirmed: false,
    welcome: { subject: "", body: "" },
  });
  const draft = JSON.parse(await owner.post(path, {})) as Newsletter;
  const text = { subject: "Snow", body: "The new single is out.\n\n[[shows]]" };
  const edited = await owner.send("PATCH", `${path}/${draft.id}`, { revision: draft.revision, ...text });
  // The cast holds: our own gateway responds in this shape.
  const { revision } = JSON.parse(edited) as Newsletter;
  await owner.post(`${path}/${draft.id}/send`, { revision });
  return draft.id;
}

async function readNewsletter(gateway: BenchGateway, id: number): Promise<Newsletter> {
  const owner = await signInOwner(gateway);
  return JSON.parse(await owner.ask(`/admin/api/newsletters/${id}`)) as Newsletter;
}
