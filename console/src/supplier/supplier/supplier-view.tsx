/** One supplier: terms and figures, what it does for us and has of ours, its people, papers and accounts. */
import { Button } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useCan } from "#kit/app/session.ts";
import { LinkButton } from "#kit/act/link-button.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { SUPPLIER_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import { SupplierAssigned } from "./supplier-assigned.tsx";
import { SupplierContacts } from "./supplier-contacts.tsx";
import { SupplierDocuments } from "./supplier-documents.tsx";
import { SupplierMatches, SupplierParcels } from "./supplier-links.tsx";
import { SupplierMoves } from "./supplier-moves.tsx";
import { SupplierOriginals } from "./supplier-originals.tsx";
import { SupplierOverview } from "./supplier-overview.tsx";
import { SupplierPayees } from "./supplier-payees.tsx";
import { SupplierSettle } from "./supplier-settle.tsx";
import { PaperUntil, Rate, supplierEdit, supplierHref, type SupplierDetail } from "./supplier-words.tsx";

const RED: ReadonlySet<string> = new Set(["paper_expired", "paper_missing", "payee_name", "originals"]);
/** Where each warning is mended. */
const TAB_OF: Readonly<Record<string, string>> = {
  paper_expired: "documents",
  paper_expiring: "documents",
  paper_missing: "documents",
  prepaid: "settle",
  payee_pending: "payees",
  payee_name: "payees",
  originals: "originals",
};

/** What asks for attention, worst first. */
function Warnings({ supplier: s }: { supplier: SupplierDetail }) {
  if (s.warnings.length === 0 && s.pause_reason === null && s.review_note === null) return null;
  const isRed = s.warnings.some((w) => RED.has(w.key));
  return (
    <output className={`vd-note vd-small vd-wraps vd-tone-${isRed ? "red" : "orange"}`} aria-label="提醒">
      {s.review_note !== null && <span>审核意见：{s.review_note}</span>}
      {s.pause_reason !== null && (
        <span>
          暂停原因：{s.pause_reason}
          {s.pause_until && `，至 ${s.pause_until}`}
        </span>
      )}
      {s.warnings.map((w) => {
        const tab = TAB_OF[w.key];
        return (
          <span key={w.key} className={RED.has(w.key) ? "vd-error" : ""}>
            {tab ? <HrefLink href={supplierHref(s, tab)}>{w.text}</HrefLink> : w.text}
          </span>
        );
      })}
    </output>
  );
}

/** After the first activation a name changes by its new licence alone. */
function Rename({ supplier: s, onClose }: { supplier: SupplierDetail; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={supplierApi.supplier_rename}
      title={`更名：${s.name}`}
      okText="更名"
      intro="旧名称仍可搜索到。"
      initial={{ id: s.id, version: s.version, name: s.name, short_name: s.short_name }}
      onDone={() => {
        toast.success("已更名");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="name" />
      <Item name="short_name" />
      <Item name="licence_file" />
    </FormDialog>
  );
}

function Head({ supplier: s }: { supplier: SupplierDetail }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <DetailHead
        title={s.name}
        no={s.supplier_no}
        states={
          <>
            {flowTag(supplierFlow, s.supplier_status)}
            <Mark>{SUPPLIER_KINDS[s.kind]}</Mark>
          </>
        }
        figures={[
          { label: "负责人", value: s.owner_name ?? "—" },
          { label: "在办", value: s.open_count },
          { label: "在其处护照", value: `${s.passports_held}/${s.originals_limit}` },
          { label: "在其处原件", value: s.originals_held },
          { label: "未结", value: <Money cents={s.unsettled} /> },
          { label: "近90天送签", value: s.submitted_90 },
          { label: "出签率", value: <Rate rate={s.issue_rate} n={s.results_90} /> },
          { label: "证照到期", value: <PaperUntil supplier={s} /> },
        ]}
        acts={
          <>
            <LogButton noun="supplier" id={s.id} />
            {s.first_active_at !== null && <Button onClick={() => open((close) => <Rename supplier={s} onClose={close} />)}>更名</Button>}
            <LinkButton href={supplierEdit(s)}>编辑</LinkButton>
            <SupplierMoves supplier={s} head />
          </>
        }
      />
      <Warnings supplier={s} />
      {dialog}
    </>
  );
}

type Tab = DetailTab<SupplierDetail>;
const FIRST: readonly Tab[] = [{ key: "overview", label: "概览", render: (s) => <SupplierOverview supplier={s} /> }];
const MATCHES: Tab = { key: "matches", label: "产品匹配", render: (s) => <SupplierMatches supplierId={s.id} /> };
const OPEN: Tab = { key: "open", label: "在办申请人", render: (s) => <SupplierAssigned supplierId={s.id} /> };
const PARCELS: Tab = { key: "parcels", label: "物流", render: (s) => <SupplierParcels supplierId={s.id} /> };
const ORIGINALS: Tab = { key: "originals", label: "原件", render: (s) => <SupplierOriginals supplier={s} /> };
const SETTLE: Tab = { key: "settle", label: "结算", render: (s) => <SupplierSettle supplier={s} /> };
const REST: readonly Tab[] = [
  { key: "contacts", label: "联系人", render: (s) => <SupplierContacts supplier={s} /> },
  { key: "documents", label: "证照", render: (s) => <SupplierDocuments supplier={s} /> },
  { key: "payees", label: "收款账户", render: (s) => <SupplierPayees supplier={s} /> },
  {
    key: "log",
    label: "日志",
    render: (s) => (
      <Section title="日志">
        <Timeline endpoint={recordLogApi.supplier_log_query} input={{ id: s.id }} />
      </Section>
    ),
  },
];

export default function SupplierView() {
  const id = useIdParam("id");
  const seesMatches = useCan(may.supplier_product);
  const seesParcels = useCan(may.supplier_logistics);
  const seesSettle = useCan(may.supplier_settle);
  const tabs = [
    ...FIRST,
    ...(seesMatches ? [MATCHES] : []),
    OPEN,
    ...(seesParcels ? [PARCELS] : []),
    ORIGINALS,
    ...(seesSettle ? [SETTLE] : []),
    ...REST,
  ];
  return (
    <DetailScreen
      endpoint={supplierApi.supplier_get}
      input={{ id }}
      files={(s) => ({ noun: "supplier", noun_id: s.id })}
      head={(s) => <Head supplier={s} />}
      tabs={tabs}
    />
  );
}
