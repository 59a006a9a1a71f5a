import type { Ref } from "react";
import "./form.css";

/** The heading of a form, with the way back above it. */
export function FormHead(props: { heading: Ref<HTMLHeadingElement>; title: string; up: string; onUp: () => void }) {
  const { heading, title, up, onUp } = props;
  return (
    <div className="form-head">
      <button type="button" className="text-button" onClick={onUp}>
        <span aria-hidden="true">←</span> {up}
      </button>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
    </div>
  );
}
