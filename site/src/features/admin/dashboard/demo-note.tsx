import {
  DEMO_MESSAGES,
  type DemoState,
  demoFileInWords,
  demoFilesToName,
  partsInWords,
} from "@porchlight/protocol/demo.ts";

/** A longer list is folded, so that the numbers stay in view. */
const MOST_SHOWN = 8;

/** Lists what in the content folder is still the demo's. An unchanged demo is one sentence. */
export function DemoNote({ demo }: { demo: DemoState }) {
  if (demo.isWhole) {
    return (
      <div className="load-note demo-note" data-public={demo.isPublic || undefined}>
        <p>
          {DEMO_MESSAGES.whole} {demo.isPublic && `${DEMO_MESSAGES.wholeInPublic} `}
          {DEMO_MESSAGES.next}
        </p>
      </div>
    );
  }
  const files = demoFilesToName(demo);
  const count = files.reduce((sum, { parts }) => sum + parts.length, 0);
  if (count === 0) return null;
  return (
    <div className="load-note demo-note" data-public={demo.isPublic || undefined}>
      <details open={count <= MOST_SHOWN}>
        <summary>{partsInWords(count, demo.isPublic)}</summary>
        <ul>
          {files.map((file) => (
            <li key={file.file}>{demoFileInWords(file)}</li>
          ))}
        </ul>
        <p>{DEMO_MESSAGES.next}</p>
      </details>
    </div>
  );
}
