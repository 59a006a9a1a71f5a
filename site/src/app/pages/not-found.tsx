import type { PageProps } from "../screens.tsx";
import "./not-found.css";

export { Footer } from "../layout/footer.tsx";

/** Where a wrong address ends, with the ways back. */
export default function NotFound({ content }: PageProps<"not-found">) {
  return (
    <section className="not-found">
      <p className="not-found-number" aria-hidden="true">
        404
      </p>
      <div className="not-found-words">
        <h1 tabIndex={-1}>{content.title}</h1>
        <p>{content.description}</p>
        <p>
          <a className="arrow-link" href="/">
            Back to the front page
          </a>
        </p>
      </div>
    </section>
  );
}
