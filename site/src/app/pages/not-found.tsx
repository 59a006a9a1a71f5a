import type { PageProps } from "../screens.tsx";
import * as words from "./words.ts";
import "./not-found.css";

export { Footer } from "../layout/footer.tsx";

/** The screen of an unknown address. */
export default function NotFound({ content }: PageProps<"not-found">) {
  return (
    <section className="not-found">
      <p className="not-found-number" aria-hidden="true">
        {words.notFoundNumber}
      </p>
      <div className="not-found-words">
        <h1 tabIndex={-1}>{content.title}</h1>
        <p>{content.description}</p>
        <p>
          <a className="arrow-link" href="/">
            {words.backToFront}
          </a>
        </p>
      </div>
    </section>
  );
}
