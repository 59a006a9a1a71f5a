import { openDataFile } from "./data-file.ts";

// Tests run this as a separate process: `node writing-process.case.ts DIR PREFIX`.
const [, , dir = "", prefix = ""] = process.argv;
const WRITERS = 8;

const data = openDataFile({ dir });
let next = 0;

async function writeOn(): Promise<never> {
  for (;;) {
    next += 1;
    const email = `${prefix}-${process.pid}-${next}@example.com`;
    await data.write((writer) =>
      writer.run(
        "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, 'active', 'website-footer', '2026-03-01T12:00:00.000000Z')",
        email,
      ),
    );
    process.stdout.write(`${email}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, writeOn));
