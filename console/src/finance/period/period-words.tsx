/** 结账检查 and trial balance of a month as its dry run and its close show them. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { closeItem, type CloseItem, type periodApi } from "@visadesk/contract/finance/period.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";

export type Period = Output<typeof periodApi.period_query>["list"][number];
export type Preview = Output<typeof periodApi.period_preview>;

/** Each number leads to the list that shows exactly these. */
function Count({ item: i }: { item: CloseItem }) {
  const codes = session.use((s) => s.codes);
  if (i.count === 0) return <Mark tone="green">0</Mark>;
  const href = i.place === null ? undefined : hrefOf(i.place.route, i.place.params, codes, i.place.query);
  const mark = <Mark tone={i.is_must ? "red" : "orange"}>{String(i.count)}</Mark>;
  return href === undefined ? mark : <HrefLink href={href}>{mark}</HrefLink>;
}
export const Checklist = ({ items }: { items: readonly CloseItem[] }) => (
  <Rows
    label="结账检查"
    of={closeItem}
    rows={items}
    by="key"
    columns={[
      { name: "label", head: true },
      { name: "count", cell: (i) => <Count item={i} /> },
      "owner",
      { name: "is_must", cell: (i) => (i.is_must ? "须处理" : "可说明后结账") },
      { name: "reason", cell: (i) => i.reason ?? <span className="vd-blank">—</span> },
    ]}
  />
);
