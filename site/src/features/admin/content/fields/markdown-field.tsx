/** A long text in Markdown. */
export function MarkdownField(props: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  describedBy: string | undefined;
  isReadOnly: boolean;
}) {
  const { id, label, value, onChange, describedBy, isReadOnly } = props;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field"
        rows={16}
        value={value}
        readOnly={isReadOnly}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
