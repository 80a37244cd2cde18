/** Everybody of the order: state, due, papers, and the one next step that leads to the person's page. */
import { Table } from "antd";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { PARTIES, RELATIONS } from "@visadesk/contract/order/words.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import type { Move } from "@visadesk/contract/kit/flow.ts";
import { date } from "@visadesk/contract/kit/format.ts";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { entryOf, wordOf } from "#kit/words.ts";
import { recordOf, reveal } from "../applicant/passport-card.tsx";
import { adminApplicantHref, applicantHref } from "../list/order-links.ts";
import type { Order } from "./order-overview.tsx";

type Person = Order["people"][number];
/** The next step in a word; sending the result back is an act of its own beside the moves. */
const moveLabel = (move: string | null): string =>
  move === null ? "查看" : move === "result_send" ? "寄回" : (entryOf<Move>(applicantFlow.moves, move)?.label ?? "查看");
export const personName = (p: Pick<Person, "seq" | "name_cn">): string => p.name_cn ?? `申请人${p.seq}`;

export function OrderPeople({ o, admin }: { o: Order; admin: boolean }) {
  const href = (p: Person): string => (admin ? adminApplicantHref : applicantHref)(o.id, p.id);
  const priced = o.people.some((p) => p.settle_price !== null);
  return (
    <Table<Person>
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={o.people}
      scroll={{ x: "max-content" }}
      className="ord-people-table"
      columns={[
        {
          title: "申请人",
          render: (_, p) => (
            <>
              <HrefLink href={href(p)}>
                {p.seq}. {personName(p)}
              </HrefLink>
              {p.is_child && <Mark>儿童</Mark>}
              <small className="ord-sub">
                {wordOf(IDENTITIES, p.identity)} · {wordOf(RELATIONS, p.relation)}
              </small>
            </>
          ),
        },
        {
          title: "护照号",
          render: (_, p) =>
            p.passport_no ? (
              <Masked value={p.passport_no} record={recordOf(p.id)} reveal={(why) => reveal(p.id, "passport_no", why)} />
            ) : (
              "—"
            ),
        },
        {
          title: "状态",
          render: (_, p) => (
            <>
              {flowTag(applicantFlow, p.applicant_status)}
              {p.held_at && <Mark tone="orange">挂起</Mark>}
            </>
          ),
        },
        { title: "等待方", render: (_, p) => wordOf(PARTIES, p.waiting_party) },
        { title: "截止", render: (_, p) => <Due at={p.status_due_at} /> },
        {
          title: "资料",
          render: (_, p) => (
            <span className="vd-num">
              {p.materials_passed}/{p.materials_must}
            </span>
          ),
        },
        { title: "送签", render: (_, p) => <span className="vd-num">{date(p.submit_date)}</span> },
        { title: "供应商", render: (_, p) => p.supplier_name ?? "—" },
        ...(priced
          ? [{ title: "结算价", align: "end" as const, render: (_: unknown, p: Person) => <Money cents={p.settle_price} /> }]
          : []),
        { title: "下一步", fixed: "end", render: (_, p) => <HrefLink href={href(p)}>{admin ? "查看" : moveLabel(p.next_move)}</HrefLink> },
      ]}
    />
  );
}
