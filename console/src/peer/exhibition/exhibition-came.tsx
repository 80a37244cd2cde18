/** 成效: from a lead to an order and its margin, the whole fair above, then whoever follows the leads; every number opens its leads. */
import { percentText } from "@visadesk/contract/kit/format.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Rows, type RowsColumn } from "#kit/table/rows.tsx";
import { leadsHref, type ExhibitionDetail } from "./exhibition-words.tsx";

type Person = ExhibitionDetail["staff"][number];
interface Came extends Omit<Person, "worker_id"> {
  /** Null: all of the fair. */
  worker_id: number | null;
}
const WHOLE = "全场";

export function ExhibitionCame({ exhibition: e }: { exhibition: ExhibitionDetail }) {
  const rows: readonly Came[] = [{ ...e, worker_id: null, name: WHOLE }, ...e.staff];
  const opens = (c: Came, n: number, more: Readonly<Record<string, string>>) =>
    n === 0 ? 0 : <HrefLink href={leadsHref(e, { ...(c.worker_id !== null && { owner_id: String(c.worker_id) }), ...more })}>{n}</HrefLink>;
  /** How many of the step before came so far. */
  const step = (
    title: string,
    of: "applied" | "won" | "first_orders",
    before: "lead_new" | "applied" | "won",
    status?: string,
  ): RowsColumn<Came> => ({
    title,
    end: true,
    num: true,
    cell: (c) => (
      <TwoLines end num under={c[before] > 0 && percentText(c[of] / c[before], 1)}>
        {status === undefined ? c[of] : opens(c, c[of], { kind: "new", lead_status: status })}
      </TwoLines>
    ),
  });
  return (
    <Section title="成效">
      <Rows
        label="成效"
        rows={rows}
        by={(c) => c.worker_id ?? WHOLE}
        columns={[
          { title: "跟进人", head: true, cell: (c) => (c.worker_id === null ? <b>{c.name}</b> : c.name) },
          { title: "新线索", end: true, num: true, cell: (c) => opens(c, c.lead_new, { kind: "new" }) },
          {
            title: "未及时联系",
            hint: "登记后超过2个工作日没有联系",
            end: true,
            num: true,
            cell: (c) => <span className={c.uncalled > 0 ? "vd-error" : ""}>{opens(c, c.uncalled, { is_late: "1" })}</span>,
          },
          step("申请", "applied", "lead_new", "applied,won"),
          step("入驻", "won", "applied", "won"),
          { ...step("首单", "first_orders", "won"), hint: "由本场入驻且已有付款订单的同行" },
          e.margin_90 !== undefined && {
            title: "90天毛利",
            hint: "开展日起至闭展后90天付款、已有结算价的订单",
            end: true,
            num: true,
            cell: (c) => (typeof c.margin_90 === "number" ? <Money cents={c.margin_90} /> : "—"),
          },
          {
            title: "老客到场",
            hint: "展会前已是同行，不计入前面各项",
            end: true,
            num: true,
            cell: (c) => opens(c, c.lead_peer, { kind: "peer" }),
          },
        ]}
      />
    </Section>
  );
}
