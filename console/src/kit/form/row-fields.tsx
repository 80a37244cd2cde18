/** A row as its columns say it, hidden ones too; where a list has no peek of its own. */
import type { ResolvedColumn } from "../list/list-columns.tsx";
import type { AnyRow } from "../list/list-model.ts";
import "../page/detail.css";

export interface RowFieldsProps {
  columns: readonly ResolvedColumn[];
  row: AnyRow;
}

export const RowFields = ({ columns, row }: RowFieldsProps) => (
  <dl className="vd-fields is-1">
    {columns.map((c) => (
      <div key={c.key}>
        <dt>{c.title}</dt>
        <dd>{c.render(row)}</dd>
      </div>
    ))}
  </dl>
);
