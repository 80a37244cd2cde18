/** One peer: what stops it, its figures, its people and papers, whose it was. */
import { LinkButton } from "#kit/act/link-button.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useIdParam } from "#kit/filter/use-url.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { percentText } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { isBlocked } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { BUSINESS_KINDS, SETTLE_MODES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import type { PeerCreditProps } from "../peer-terms/peer-credit.tsx";
import type { PeerChangesProps } from "../peer-terms/change-list.tsx";
import type { PeerWorkOrdersProps } from "../work-order/peer-work-orders.tsx";
import type { PeerPriceProps } from "../peer-terms/peer-price.tsx";
import { isLetPast, LetPast, StoppedBy } from "../peer-terms/hold-acts.tsx";
import { PeerAccounts } from "./peer-accounts.tsx";
import { PeerDocuments } from "./peer-documents.tsx";
import { PeerFacts } from "./peer-facts.tsx";
import { PeerKeys } from "./peer-keys.tsx";
import { PeerMoves } from "./peer-moves.tsx";
import type { PeerOrdersProps } from "./peer-orders.tsx";
import { PeerOwners } from "./peer-owners.tsx";
import { ActivityTag, Level, Mobile, ownerText, PaperUntil, peerEdit, peerHref, PeerState, type PeerDetail } from "./peer-words.tsx";

const PeerCredit = part<PeerCreditProps>(() => import("../peer-terms/peer-credit.tsx").then((m) => m.PeerCredit));
const PeerChanges = part<PeerChangesProps>(() => import("../peer-terms/change-list.tsx").then((m) => m.PeerChanges));
const PeerOrders = part<PeerOrdersProps>(() => import("./peer-orders.tsx").then((m) => m.PeerOrders));
const PeerWorkOrders = part<PeerWorkOrdersProps>(() => import("../work-order/peer-work-orders.tsx").then((m) => m.PeerWorkOrders));
const PeerPrice = part<PeerPriceProps>(() => import("../peer-terms/peer-price.tsx").then((m) => m.PeerPrice));

/** What it may not do now, and why. */
function Blocks({ peer: p }: { peer: PeerDetail }) {
  if (p.blocks.length === 0 && p.pending_changes.length === 0 && p.peer_status === "active" && !isLetPast(p)) return null;
  const isRed = p.blocks.some((b) => b.block === "order");
  return (
    <output className={`vd-note vd-small vd-wraps vd-tone-${isRed ? "red" : "orange"}`} aria-label="提醒">
      {p.peer_status === "closed" && <span>停用原因：{p.close_reason}</span>}
      <StoppedBy peer={p} />
      <LetPast peer={p} />
      {p.pending_changes.map((c) => (
        <HrefLink key={c.id} href={`${peerHref(p, "changes")}&change=${c.id}`}>
          待审：{c.label} {c.change_no}
        </HrefLink>
      ))}
    </output>
  );
}

/** Whom we call, at hand on every tab. */
const ContactCard = ({ peer: p }: { peer: PeerDetail }) => (
  <TwoLines under={<Mobile of="peer" id={p.id} value={p.contact_mobile} />}>{p.contact_name}</TwoLines>
);

/** While credit is stopped none of it may be used; whoever has no credit may still owe some. */
const CreditLeft = ({ peer: p }: { peer: PeerDetail }) =>
  p.settle_mode === "credit" ? (
    <span className="vd-marks">
      <span className={p.is_over_limit ? "vd-error" : ""}>
        <Money cents={p.credit_available} />
      </span>
      {p.is_over_limit && <Mark tone="red">超额</Mark>}
      {isBlocked(p.blocks, "credit") && <Mark tone="red">已停</Mark>}
    </span>
  ) : p.credit_used > 0 ? (
    <span className="vd-marks">
      <span>无授信</span>
      <Mark tone="red">
        未还 <Money cents={p.credit_used} />
      </Mark>
    </span>
  ) : (
    <span className="vd-muted">无授信</span>
  );

const Head = ({ peer: p }: { peer: PeerDetail }) => (
  <>
    <DetailHead
      title={p.name}
      no={p.peer_no}
      states={
        <>
          <PeerState peer={p} />
          <ActivityTag peer={p} />
          <Mark>{BUSINESS_KINDS[p.business_kind]}</Mark>
        </>
      }
      figures={[
        { label: "联系人", value: <ContactCard peer={p} /> },
        { label: "等级", value: <Level peer={p} /> },
        { label: "商务", value: ownerText(p.bd_owner_name) },
        { label: "客服", value: ownerText(p.cs_owner_name) },
        { label: "结算", value: SETTLE_MODES[p.settle_mode] },
        { label: "余额", value: <Money cents={p.balance} /> },
        { label: "可用授信", value: <CreditLeft peer={p} /> },
        { label: "30天单量", value: p.orders_30 },
        { label: "30天GMV", value: <Money cents={p.gmv_30} /> },
        { label: "退款率", value: p.refund_rate === null ? "—" : percentText(p.refund_rate, 1) },
        { label: "证照到期", value: <PaperUntil peer={p} /> },
      ]}
      acts={
        <>
          <LogButton noun="peer" id={p.id} />
          <LinkButton href={peerEdit(p)}>编辑</LinkButton>
          <PeerMoves peer={p} head />
        </>
      }
    />
    <Blocks peer={p} />
  </>
);

type Tab = DetailTab<PeerDetail>;
const FIRST: readonly Tab[] = [
  { key: "overview", label: "概览", render: (p) => <PeerFacts peer={p} /> },
  { key: "accounts", label: "子账号", render: (p) => <PeerAccounts peer={p} /> },
];
const ORDERS: Tab = { key: "orders", label: "订单", render: (p) => <PeerOrders peerId={p.id} /> };
const WORK_ORDERS: Tab = { key: "work_orders", label: "工单", render: (p) => <PeerWorkOrders peer={p} /> };
const TERMS: readonly Tab[] = [
  { key: "credit", label: "资金与授信", render: (p) => <PeerCredit peer={p} /> },
  { key: "price", label: "价格", render: (p) => <PeerPrice peerId={p.id} /> },
];
const REST: readonly Tab[] = [
  { key: "documents", label: "证照", render: (p) => <PeerDocuments peer={p} /> },
  { key: "changes", label: "条件变更", render: (p) => <PeerChanges peer={p} /> },
  { key: "owners", label: "负责人", render: (p) => <PeerOwners peerId={p.id} /> },
];
const KEYS: Tab = { key: "keys", label: "接口", render: (p) => <PeerKeys peer={p} /> };
const LOG: Tab = {
  key: "log",
  label: "日志",
  render: (p) => (
    <Section title="日志">
      <Timeline endpoint={recordLogApi.peer_log_query} input={{ id: p.id }} />
    </Section>
  ),
};

export default function PeerView() {
  const id = useIdParam("id");
  const seesKeys = useCan(may.peer_api_key);
  const seesWorkOrders = useCan(may.peer_work_order);
  return (
    <DetailScreen
      endpoint={peerApi.peer_get}
      input={{ id }}
      files={(p) => ({ noun: "peer", noun_id: p.id })}
      head={(p) => <Head peer={p} />}
      tabs={[...FIRST, ORDERS, ...TERMS, ...(seesWorkOrders ? [WORK_ORDERS] : []), ...REST, ...(seesKeys ? [KEYS] : []), LOG]}
    />
  );
}
