import { openDataFile } from "./data-file.ts";

// Tests run this as a separate process: `node unsubscribing-process.case.ts DIR`.
const [, , dir = ""] = process.argv;

const data = openDataFile({ dir });

for (let id = 1; ; id += 1) {
  const row = await data.write((writer) =>
    writer.get<{ email: string }>(
      "UPDATE newsletter_subscribers SET status = 'unsubscribed' WHERE id = ? RETURNING email",
      id,
    ),
  );
  if (row !== undefined) process.stdout.write(`${row.email}\n`);
}
