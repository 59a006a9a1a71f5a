import { formatNumber } from "@porchlight/protocol/format-number.ts";
import type { NewsletterFigures } from "@porchlight/protocol/newsletters.ts";
import { Section } from "../shared/section.tsx";
import { useNewsletters } from "./context.ts";
import * as words from "./words.ts";

const NAMES = ["accepted", "bounced", "unsubscribed", "complained", "visits"] as const;

/** The results of a sent newsletter, in numbers and in a sentence. */
export function Figures({ figures }: { figures: NewsletterFigures }) {
  const { language } = useNewsletters();
  return (
    <Section id="newsletter-figures" title={words.figures.heading} className="newsletter-figures">
      <p>{words.figuresInWords(figures, language)}</p>
      <dl>
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{words.figures.names[name]}</dt>
            <dd>
              <strong>{formatNumber(figures[name], language)}</strong>
              <span>{words.figures.of[name]}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">{words.figures.about}</p>
    </Section>
  );
}
