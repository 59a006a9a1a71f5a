import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { useLanguage } from "../../../ui/language.ts";
import { showAsTable } from "./words.ts";

/** The numbers of a plot in a collapsed table, the latest first. */
export function PlotTable(props: {
  /** Headings of the columns. The first is the heading of the time. */
  headings: readonly string[];
  /** The oldest row first, as in the plot. */
  rows: readonly { when: string; numbers: readonly number[] }[];
}) {
  const language = useLanguage();
  const [first, ...others] = props.headings;
  return (
    <details className="plot-table">
      <summary>{showAsTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.toReversed().map(({ when, numbers }) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              {numbers.map((number, column) => (
                <td key={others[column]}>{formatNumber(number, language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
