/** 过期订单: what runs out of orders, kind by kind, and what is done about it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { EXPIRE_KINDS, orderExpireApi } from "@visadesk/contract/order/expire/order-expire.ts";
import { expireFlow } from "@visadesk/contract/order/expire/order-expire.flow.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { askFilter } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { session } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListActs, ListBulk, ListEmpty, ListFigures, ListScreen, ListTabs, type BulkAct, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { hrefOf } from "#kit/screens.ts";
import { PeerLink } from "#shared/peer-link.tsx";
import { OrderLink } from "../refund/refund-words.tsx";
import { ExpireActs, remindAll, takesReminder, type ExpireRow } from "./expire-acts.tsx";
import { EXPIRE_TABS, useExpireCounts } from "./expire-tabs.ts";
import type { LimitDialogProps } from "./limit-dialog.tsx";

const LimitDialog = part<LimitDialogProps>(() => import("./limit-dialog.tsx").then((m) => m.LimitDialog));

/** His page, for whoever may open people. */
function Person({ of: x }: { of: ExpireRow }) {
  const codes = session.use((s) => s.codes);
  if (x.applicant_id === null) return <>整单</>;
  const params = { orderId: x.order_id, applicantId: x.applicant_id };
  const href = hrefOf("applicant-detail", params, codes) ?? hrefOf("admin-applicant-detail", params, codes);
  const name = x.applicant_name ?? x.applicant_no ?? "未填写";
  return href === undefined ? <>{name}</> : <HrefLink href={href}>{name}</HrefLink>;
}
const daysOf = (x: ExpireRow): string => (x.days < 0 ? `过期${-x.days}天` : x.days === 0 ? "今天" : `剩余${x.days}天`);

const COLUMNS: readonly Column<ExpireRow>[] = [
  {
    name: "order_no",
    width: 176,
    exports: ["order_no", "peer_name"],
    render: (x) => (
      <TwoLines under={x.peer_id === null ? "直客" : <PeerLink id={x.peer_id}>{x.peer_name ?? ""}</PeerLink>}>
        <OrderLink of={x} />
      </TwoLines>
    ),
  },
  { name: "applicant_name", width: 120, exports: ["applicant_no", "applicant_name"], render: (x) => <Person of={x} /> },
  { name: "kind", width: 92, render: (x) => EXPIRE_KINDS[x.kind] },
  {
    name: "due_at",
    sort: "due_at",
    width: 152,
    exports: ["due_at", "days"],
    render: (x) => (
      <TwoLines under={x.expire_status === "expired" ? <span className="vd-error">{daysOf(x)}</span> : daysOf(x)}>
        <TimeText at={x.due_at} />
      </TwoLines>
    ),
  },
  {
    name: "expire_status",
    width: 112,
    exports: ["expire_status", "close_reason", "closed_by_name", "closed_at"],
    render: (x) => <TwoLines under={x.close_reason}>{flowTag(expireFlow, x.expire_status)}</TwoLines>,
  },
  { name: "stands", width: 152, render: (x) => <TwoLines under={x.stands_at && <TimeText at={x.stands_at} />}>{x.stands}</TwoLines> },
  { name: "amount_paid", sort: "amount_paid", width: 104, align: "end", render: (x) => <Money cents={x.amount_paid} /> },
  "expert_name",
  { name: "remind_times", width: 80, align: "end", render: (x) => x.remind_times },
  {
    name: "last_contact_at",
    width: 152,
    exports: ["last_contact_at", "contact_times"],
    render: (x) =>
      x.last_contact_at === null ? (
        <span className="vd-blank">—</span>
      ) : (
        <TwoLines under={`${x.contact_times}次`}>
          <TimeText at={x.last_contact_at} />
        </TwoLines>
      ),
  },
  {
    name: "extended_times",
    width: 80,
    align: "end",
    exports: ["extended_times", "extend_reason"],
    render: (x) => <span title={x.extend_reason}>{x.extended_times}</span>,
  },
];

function Figures({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: [orderExpireApi.order_expire_counts.name, filter],
    queryFn: ({ signal }) => askFilter(orderExpireApi.order_expire_counts, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const kinds = Array.isArray(filter["kind"]) ? filter["kind"] : null;
  const counts = data.counts.filter((c) => kinds === null || kinds.includes(c.kind));
  const of = (status: string): number => counts.filter((c) => c.status === status).reduce((n, c) => n + c.n, 0);
  return (
    <span>
      {keysOf(expireFlow.states)
        .map((s) => `${expireFlow.states[s].label} ${of(s)}`)
        .join(" · ")}
    </span>
  );
}

const REMIND: BulkAct = {
  label: "提醒",
  ids_only: true,
  fits: { of: takesReminder, none: "选中的都不能提醒：已结束，或订单已取消须先恢复" },
  run: (s) => ("ids" in s ? remindAll(s.ids) : false),
};

export default function ExpireList() {
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={orderExpireApi.order_expire_query}
        title="过期订单"
        keyword={{ name: "keyword", placeholder: "订单号或申请人编号" }}
        columns={COLUMNS}
        filters={["expire_status", "peer_id", "expert_id", "due_at"]}
        more={["is_extended", "is_contacted", "queue"]}
        row={(x) => <ExpireActs expire={x} />}
      >
        <ListTabs tabs={EXPIRE_TABS} useCounts={useExpireCounts} />
        <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
        <ListActs>
          <Button onClick={() => open((close) => <LimitDialog onClose={close} />)}>时限规则</Button>
        </ListActs>
        <ListBulk acts={[REMIND]} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有临近或过期的订单；每小时扫描一次" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
