/** 同行欠款: per peer what stands on statements, what is in none yet, and what is late. */
import { Button, Empty } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { STATEMENT_TABS, useStatementCounts } from "./peer-settle-tabs.ts";
import { listHref, type Debtor } from "./peer-settle-words.tsx";

const COLUMNS: readonly Column<Debtor>[] = [
  {
    name: "name",
    width: 176,
    exports: ["peer_no", "name"],
    render: (p) => (
      <TwoLines under={p.peer_no}>
        <PeerLink id={p.id}>{p.name}</PeerLink>
      </TwoLines>
    ),
  },
  { name: "level_id", width: 60, render: (p) => p.level_id },
  { name: "bd_owner_name", width: 84, render: (p) => p.bd_owner_name ?? <span className="vd-muted">—</span> },
  { name: "credit_days", width: 84, align: "end", render: (p) => <span className="vd-num">{p.credit_days}</span> },
  { name: "owed", sort: "owed", width: 116, align: "end", render: (p) => <Money cents={p.owed} /> },
  { name: "billed", width: 116, align: "end", render: (p) => <Money cents={p.billed} /> },
  {
    name: "unbilled",
    width: 116,
    align: "end",
    exports: ["unbilled_count", "unbilled"],
    render: (p) => (
      <TwoLines num end under={`${p.unbilled_count} 笔`}>
        <Money cents={p.unbilled} />
      </TwoLines>
    ),
  },
  { name: "open", width: 84, align: "end", render: (p) => <span className={`vd-num${p.open === 0 ? " vd-muted" : ""}`}>{p.open}</span> },
  {
    name: "overdue",
    width: 124,
    align: "end",
    exports: ["overdue", "overdue_since"],
    render: (p) => (
      <TwoLines num end under={p.overdue_since !== null && `${p.overdue_since} 起`}>
        <span className={p.overdue > 0 ? "vd-error" : "vd-muted"}>
          <Money cents={p.overdue} />
        </span>
      </TwoLines>
    ),
  },
  { name: "last_end", sort: "last_end", width: 104, render: (p) => <span className="vd-num">{p.last_end?.slice(0, 7) ?? "—"}</span> },
];

export function DebtorList() {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const bill = async (p: Debtor): Promise<void> => {
    const yes = await confirm({ title: `为“${p.name}”出账？`, content: "已结束月份内未出账的明细按月各成一张账单，本月的不出账。" });
    if (!yes) return;
    const { made } = await ask(peerSettleApi.peer_settle_generate, { peer_id: p.id, idempotency_key: uuid() });
    toast.success(`已出账 ${made.map((m) => m.settle_no).join("、")}`);
    afterWrite();
  };
  return (
    <ListScreen
      endpoint={peerSettleApi.peer_settle_query}
      title="同行结算"
      columns={COLUMNS}
      keyword={{ name: "keyword", placeholder: "同行" }}
      filters={["bd_owner_id", "level_id", "is_overdue", "has_unbilled"]}
      row={(p) => (
        <span className="vd-moves is-row">
          <Button type="link" size="small" onClick={() => go(listHref({ peer_id: String(p.id) }))}>
            账单
          </Button>
          <Button type="link" size="small" disabled={p.unbilled_count === 0} onClick={() => void bill(p).catch(() => undefined)}>
            立即出账
          </Button>
        </span>
      )}
    >
      <ListTabs tabs={STATEMENT_TABS} useCounts={useStatementCounts} />
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有欠款的同行" />
      </ListEmpty>
    </ListScreen>
  );
}
