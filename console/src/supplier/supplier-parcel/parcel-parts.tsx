/** What the drawer of a parcel shows beside its packing desk: facts, items, way and prints. */
import { Button } from "antd";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { supplierParcelDetail, supplierParcelItem } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { RESOLUTIONS, VERDICTS } from "@visadesk/contract/supplier/supplier.words.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { FileLinks } from "#kit/file/file-links.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Cut } from "../supplier/supplier-words.tsx";
import { catchWords, Cost, wayWords, type ParcelDetail, type ParcelItem } from "./parcel-cells.tsx";

export const ParcelInfo = ({ d }: { d: ParcelDetail }) => (
  <Fields
    of={supplierParcelDetail}
    value={d}
    columns={3}
    names={[
      "type",
      "supplier_name",
      "purpose",
      { label: "批次", value: d.batch_no && <Copyable text={d.batch_no} /> },
      { label: d.type === 2 ? "收件人" : "寄件人", value: d.contact_name },
      "phone_text",
      { label: "地址", value: d.address_text, wide: true },
      { label: "方式", value: wayWords(d) },
      { label: "运单号", value: d.waybill_no && <Copyable text={d.waybill_no} /> },
      { label: "预估/实际运费", value: <Cost p={d} /> },
      {
        label: "计划寄出",
        value: (
          <TwoLines under={catchWords(d) && <span className={d.is_tight ? "vd-error" : ""}>{catchWords(d)}</span>}>
            {d.planned_send_on}
          </TwoLines>
        ),
      },
      { label: "件数", value: `${d.item_count} 件，护照 ${d.passports} 本` },
      { label: "清单版本", value: versionText(d) },
      "sealed_at",
      "sent_at",
      "signed_at",
      ...(d.signed_by ? (["signed_by"] as const) : []),
      "created_by_name",
      "created_at",
      { label: "交接凭证", value: d.proof_files.length > 0 ? <FileLinks keys={d.proof_files} /> : null },
      ...(d.lost_reason ? (["lost_reason"] as const) : []),
      ...(d.cancel_reason ? (["cancel_reason"] as const) : []),
      { label: "备注", value: d.note || null, wide: true },
    ]}
  />
);

/** Opened again, what was printed of it counts no more. */
const versionText = (d: ParcelDetail): string => {
  if (d.list_version === 0) return "未封箱";
  return `第 ${d.list_version} 版${d.stage === "packing" ? "（已作废）" : ""}`;
};

const Who = ({ i }: { i: ParcelItem }) => {
  const codes = session.use((s) => s.codes);
  const at = i.order_id !== null && i.applicant_id !== null ? { orderId: i.order_id, applicantId: i.applicant_id } : null;
  const href = at && (hrefOf("applicant-detail", at, codes) ?? hrefOf("admin-applicant-detail", at, codes));
  const name = i.name_cn ?? i.applicant_no ?? "—";
  return <TwoLines under={i.applicant_no}>{href ? <HrefLink href={href}>{name}</HrefLink> : name}</TwoLines>;
};

export function ParcelItems({ d }: { d: ParcelDetail }) {
  const afterWrite = useAfterWrite();
  const remove = async (i: ParcelItem): Promise<void> => {
    if (!(await confirm({ title: `${i.name_cn ?? i.name} 的${i.name}移出清单？`, ok: "移出" }))) return;
    const asked = { id: d.id, version: d.version, item_ids: [i.id] };
    // A refusal has been told by then; either way what is shown is read anew.
    await ask(supplierParcelActApi.supplier_parcel_item_remove, asked).then(
      () => toast.success("已移出清单"),
      () => undefined,
    );
    afterWrite();
  };
  const isCounted = d.items.some((i) => i.verdict !== null);
  return (
    <Rows
      label="清单"
      of={supplierParcelItem}
      rows={d.items}
      none={d.stage === "packing" ? "清单是空的，到装箱台扫描装入" : "清单是空的"}
      rowProps={(i) => ({ className: i.moved_to || (i.verdict && i.verdict !== "ok") ? "is-refused" : "" })}
      columns={[
        { title: "#", num: true, cell: (_, at) => at + 1 },
        { title: "申请人", cell: (i) => <Who i={i} /> },
        { name: "passport_no", num: true },
        { title: "物品×数量", cell: (i) => `${i.name}×${i.count}` },
        { name: "district_name" },
        {
          name: "packed_at",
          cell: (i) => (i.moved_to ? <Mark tone="red">已改派至{i.moved_to}</Mark> : i.packed_at ? <TimeText at={i.packed_at} /> : "未核对"),
        },
        isCounted && {
          name: "verdict",
          cell: (i) => <TwoLines under={i.issue_note}>{i.verdict ? VERDICTS[i.verdict] : "—"}</TwoLines>,
        },
        isCounted && { name: "issue_files", cell: (i) => i.issue_files.length > 0 && <FileLinks keys={i.issue_files} /> },
        isCounted && {
          name: "resolution",
          cell: (i) => i.resolution && <TwoLines under={i.resolution_note}>{RESOLUTIONS[i.resolution]}</TwoLines>,
        },
        d.stage === "packing" && {
          title: "操作",
          unseen: true,
          cell: (i) => (
            <Button type="text" size="small" onClick={() => void remove(i)}>
              移出
            </Button>
          ),
        },
      ]}
    />
  );
}

export const ParcelTracks = ({ d }: { d: ParcelDetail }) => (
  <Rows
    label="轨迹"
    rows={d.tracks}
    by={(_, at) => at}
    none={d.waybill_no ? "还没有轨迹" : "没有运单号，没有轨迹"}
    columns={[
      { title: "时间", width: 180, cell: (t) => <TimeText at={t.at} /> },
      { title: "轨迹", cell: (t) => t.text },
    ]}
  />
);

export const ParcelPrints = ({ d }: { d: ParcelDetail }) => (
  <>
    <PrintRows d={d} />
    <Cut n={d.prints.length} />
  </>
);
const PrintRows = ({ d }: { d: ParcelDetail }) => (
  <Rows
    label="打印记录"
    rows={d.prints}
    by={(_, at) => at}
    none="还没有打印"
    columns={[
      {
        title: "版本",
        cell: (p) => (
          <>
            第 {p.list_version} 版{p.is_void && <Mark tone="red">已作废</Mark>}
          </>
        ),
      },
      { title: "护照号", cell: (p) => (p.with_numbers ? "完整" : "脱敏") },
      { title: "打印人", cell: (p) => p.printed_by_name ?? "—" },
      { title: "打印时间", cell: (p) => <TimeText at={p.printed_at} /> },
    ]}
  />
);

export const ParcelLog = ({ d }: { d: ParcelDetail }) => (
  <Timeline endpoint={recordLogApi.supplier_parcel_log_query} input={{ id: d.id }} />
);
