import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aComposer, aText, OPTIONS } from "../../gateway/src/services/newsletter/compose/a-composer.case.ts";
import { changeDataFile } from "./data-file.ts";
import type { RunningGateway } from "./gateway.ts";

/** A newsletter with every block, as the owner writes it. The demo has what the blocks name. */
export const EVERY_BLOCK = `[[picture: n1]]

Hello again from **Osier Harbour**,

the ice is not on the lake yet, and we have spent four weeks in the rope walk. We would like you to [hear it](/music).

## What is new

[[release: lake-effect]]

[[tracks: lake-effect]]

[[button: Listen to it | /music/lake-effect]]

## On the road

[[shows]]

### In the shop

[[product: lake-effect-tee]]

- Printed by hand
- In ink and in bone

> The best thing that has come over the water this year.

See you soon,
Harbour Line
`;

/** A newsletter without blocks, with the subject in two directions. */
export const WITHOUT_BLOCKS = `חדשות מהנמל

Hello, this is all there is to say today.

Harbour Line
`;

/** Puts two newsletters into the archive, as if they had been sent. */
export async function publishNewsletters({ dataDir, url }: RunningGateway): Promise<void> {
  const cover = { url: `${url}/optimized/music/lake-effect-small.jpg`, width: 640, height: 640 };
  const composer = aComposer({
    publicUrl: url,
    music: () => ({
      albums: [anAlbum({ images: [cover] })],
      recordings: [{ album: "Lake Effect", recordings: [{ title: "Lake Effect", url: "/a.mp3", seconds: 61 }] }],
      artistId: "harbour-line",
    }),
  });
  const texts = [
    { subject: "A letter", preheader: "", body: WITHOUT_BLOCKS },
    aText({
      subject: "A quiet record, and four evenings to hear it",
      body: EVERY_BLOCK.replace("lake-effect-tee", "tee"),
    }),
  ];
  const rows = await Promise.all(
    texts.map(async (text, at) => {
      const { webHtml } = await composer.compose(text, OPTIONS);
      const time = `2026-11-0${at + 1}T12:00:00.000Z`;
      const values = [at + 1, "sent", text.subject, text.preheader, text.body, time, time, time, webHtml];
      return `(${values.map((value) => `'${String(value).replaceAll("'", "''")}'`).join()})`;
    }),
  );
  const columns = "id, state, subject, preheader, body, created_at, changed_at, started_at, web_html";
  changeDataFile(dataDir, `DELETE FROM newsletters; INSERT INTO newsletters (${columns}) VALUES ${rows.join()}`);
}

/** Removes all newsletters. */
export function removeNewsletters({ dataDir }: RunningGateway): void {
  changeDataFile(dataDir, "DELETE FROM newsletters");
}
