/** Columns of 供应商列表. */
import { TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Copyable, Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { SUPPLIER_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { PaperUntil, Rate, settleText, supplierHref, type Supplier } from "./supplier-words.tsx";

const FLAGS = 3;
const Served = ({ supplier: s }: { supplier: Supplier }) =>
  s.flags.length === 0 ? (
    <span className="vd-blank">—</span>
  ) : (
    <span title={s.serves_text}>
      {s.flags.slice(0, FLAGS).map((f) => (
        <Flag key={f} emoji={f} />
      ))}
      {s.flags.length > FLAGS && <span className="vd-muted vd-num">+{s.flags.length - FLAGS}</span>}
    </span>
  );

/** A figure, and the tab where its rows stand. */
const Count = ({ n, href }: { n: number; href: string }) =>
  n === 0 ? (
    <span className="vd-num vd-muted">0</span>
  ) : (
    <HrefLink href={href} className="vd-link vd-num">
      {n}
    </HrefLink>
  );

export const COLUMNS: readonly Column<Supplier>[] = [
  {
    name: "supplier_no",
    sort: "supplier_no",
    width: 96,
    href: (s) => supplierHref(s),
    render: (s) => <Copyable text={s.supplier_no} />,
  },
  {
    name: "short_name",
    width: 168,
    exports: ["short_name", "name"],
    render: (s) => (
      <TwoLines title={s.name} under={s.name}>
        <HrefLink href={supplierHref(s)}>{s.short_name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "kind", width: 92, render: (s) => SUPPLIER_KINDS[s.kind] },
  { name: "serves_text", width: 112, render: (s) => <Served supplier={s} /> },
  { name: "supplier_status", width: 92, render: (s) => flowTag(supplierFlow, s.supplier_status) },
  { name: "owner_name", width: 88, render: (s) => s.owner_name ?? <span className="vd-blank">—</span> },
  { name: "settle_cycle", title: "结算", width: 92, exports: ["settle_cycle", "credit_days"], render: settleText },
  { name: "unsettled", width: 112, align: "end", render: (s) => <Money cents={s.unsettled} /> },
  { name: "open_count", width: 80, align: "end", render: (s) => <Count n={s.open_count} href={supplierHref(s, "open")} /> },
  { name: "originals_held", width: 92, align: "end", render: (s) => <Count n={s.originals_held} href={supplierHref(s, "originals")} /> },
  { name: "submitted_90", width: 108, align: "end", render: (s) => <span className="vd-num">{s.submitted_90}</span> },
  {
    name: "work_days",
    width: 128,
    align: "end",
    hint: "近90天从送签到出结果的平均工作日",
    render: (s) => (s.work_days === null ? <span className="vd-blank">—</span> : <span className="vd-num">{s.work_days.toFixed(1)}</span>),
  },
  {
    name: "issue_rate",
    width: 80,
    align: "end",
    hint: "近90天；结果不足20个为灰色",
    render: (s) => <Rate rate={s.issue_rate} n={s.results_90} />,
  },
  { name: "paper_until", sort: "paper_until", width: 112, render: (s) => <PaperUntil supplier={s} /> },
  "updated_at",
];
