import type { ReactNode, Ref } from "react";

/**
 * A section of the dashboard, named by its heading.
 *
 * @param id the heading's id
 * @param heading the heading's ref, if the heading can get the focus
 */
export function Section(props: {
  id: string;
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
}) {
  const { id, title, heading, className, children } = props;
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  );
}
