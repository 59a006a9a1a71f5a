import type { LegalContent } from "@porchlight/protocol/content.ts";
import { Html } from "../../ui/html.tsx";
import "../../ui/styles/light.css";
import "./legal-page.css";

/** A long text to be read or searched: its sections listed beside it, each reachable by its name. */
export function LegalPage({ path, content }: { path: string; content: LegalContent }) {
  return (
    <article className="legal">
      <header className="legal-head">
        <h1 tabIndex={-1}>{content.title}</h1>
        {content.updated && <p className="legal-date">Last updated: {content.updated}</p>}
      </header>
      {content.sections.length > 0 && (
        <nav className="legal-contents" aria-label="On this page">
          <ol>
            {content.sections.map((section) => (
              <li key={section.id}>
                <a href={`${path}#${section.id}`}>
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

/** A heading as the owner wrote it; a number it begins with can be hung into the margin. */
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
