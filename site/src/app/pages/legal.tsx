import { type LegalContent, SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { wordSize } from "../../lib/word-size.ts";
import { Html } from "../../ui/html.tsx";
import * as words from "./words.ts";
import "../../ui/styles/light.css";
import "./legal.css";

export { Footer } from "../layout/footer.tsx";

/** Privacy policy, terms of service or accessibility statement: a long text with links to its sections. */
export default function Legal({
  content,
}: {
  content: LegalContent & { screen: "privacy" | "terms" | "accessibility" };
}) {
  return (
    <article className="legal">
      <header className="legal-head">
        <h1 tabIndex={-1} data-word={wordSize(content.title)}>
          {content.title}
        </h1>
        {content.updated && (
          <p className="legal-date">
            {words.lastUpdated} {content.updated}
          </p>
        )}
      </header>
      {content.sections.length > 0 && (
        <nav className="legal-contents" aria-label={words.onThisPage}>
          <ol>
            {content.sections.map((section) => (
              <li key={section.id}>
                <a href={`${SCREEN_PATHS[content.screen]}#${section.id}`}>
                  <Numbered heading={section.heading} />
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="legal-text">
        {content.introHtml && <Html className="prose lead" html={content.introHtml} />}
        {content.sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id} tabIndex={-1}>
              <Numbered heading={section.heading} />
            </h2>
            <Html className="prose" html={section.html} />
          </section>
        ))}
      </div>
    </article>
  );
}

/** A heading of the owner's text. The stylesheet can move its number into the margin. */
function Numbered({ heading }: { heading: string }) {
  const [number] = /^\d+\.(?= )/.exec(heading) ?? [];
  if (!number) return heading;
  return (
    <>
      <span className="legal-number">{number}</span>
      {heading.slice(number.length)}
    </>
  );
}
