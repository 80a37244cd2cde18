/** One item of a person's papers: what is required, what was handed in, its versions side by side, and the verdict. */
import { LockOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Switch } from "antd";
import { time } from "@visadesk/contract/kit/format.ts";
import { applicantMaterialApi } from "@visadesk/contract/order/applicant-material.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import { HOLDERS } from "@visadesk/contract/order/words.ts";
import { DOCUMENT_OWNERS } from "@visadesk/contract/product/sku/sku.words.ts";
import { IDENTITY_MAY } from "@visadesk/contract/kit/upload.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import type { FileRecord } from "#kit/file/file-links.tsx";
import { FileThumb } from "#kit/file/file-thumb.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { FILE_RULE } from "#kit/inputs/file-input.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { RichText } from "#kit/rich-text/rich-text.tsx";
import { useKeys } from "#kit/app/keyboard.ts";
import { useCan } from "#kit/app/session.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import {
  earlierFiles,
  isLost,
  isNew,
  presentFiles,
  type Applicant,
  type Material,
  type MaterialFile,
} from "../applicant/applicant-model.ts";
import { MaterialForm } from "./material-form.tsx";
import { handIn } from "./material-upload.ts";
import { Verdict } from "./material-verdict.tsx";
import { Viewer } from "./material-viewer.tsx";
import { useAct } from "../use-act.ts";

/** Marks the shown item as opened by me, once per set of files. */
function useSeen(m: Material, mayReview: boolean): void {
  const afterWrite = useAfterWrite();
  const fresh = isNew(m);
  useEffect(() => {
    if (!fresh || !mayReview) return;
    const timer = setTimeout(() => {
      ask(applicantMaterialApi.applicant_material_seen, { id: m.id }, { noToast: true }).then(afterWrite, () => {});
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [m.id, fresh, mayReview, afterWrite]);
}
/** Passing by with the arrow keys is not looking. */
const SEEN_AFTER_MS = 600;

function Rule({ m }: { m: Material }) {
  const facts = [
    m.group_key !== "" && `多选组：至少交 ${m.need_n} 项`,
    m.is_original && "原件",
    m.copies > 1 && `${m.copies} 份`,
    m.page_type === 1 && m.max_pages > 1 && `最多 ${m.max_pages} 页`,
    m.max_age_days > 0 && `开具日期须在 ${m.max_age_days} 天内`,
  ].filter((x): x is string => typeof x === "string");
  return (
    // A long requirement scrolls in its place, also by keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="vd-small ord-rule" aria-label="资料要求" tabIndex={0}>
      {m.requirement && <RichText html={m.requirement} />}
      {facts.length > 0 && <p className="vd-muted">{facts.join(" · ")}</p>}
    </section>
  );
}

/** Samples may be pictures or sentences. */
const Sample = ({ text }: { text: string }) =>
  /^(public|\/storage)\//.test(text) ? (
    <img src={text.startsWith("/") ? text : `/storage/${text}`} alt="样例" loading="lazy" />
  ) : (
    <p>{text}</p>
  );

function Samples({ m }: { m: Material }) {
  const part = (title: string, list: readonly string[]): ReactNode =>
    list.length > 0 && (
      <div>
        <h4>{title}</h4>
        {list.map((t) => (
          <Sample key={t} text={t} />
        ))}
      </div>
    );
  if (m.samples_good.length + m.samples_bad.length + m.check_points.length === 0) return <p className="vd-muted">没有样例和要点</p>;
  return (
    <div className="vd-note is-plain vd-stack ord-samples">
      {part("审核要点", m.check_points)}
      {part("合格样例", m.samples_good)}
      {part("不合格样例", m.samples_bad)}
    </div>
  );
}

const NO_LOOK = "查看证件资料需要“查看完整个人信息”或“订单处理”权限";

interface SlotProps {
  m: Material;
  files: readonly MaterialFile[];
  page: number;
  record: FileRecord;
  mayUpload: boolean;
  mayOpen: boolean;
  docDate: string | null;
  onPage: (page: number) => void;
}

/** Thumbnails of the pages; files dropped on one replace it, dropped beside they are added. */
function Slots({ m, files, page, record, mayUpload, mayOpen, docDate, onPage }: SlotProps) {
  const [run, busy] = useAct();
  const [over, setOver] = useState<number | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null, at?: number): void => {
    const chosen = [...(list ?? [])];
    if (chosen.length === 0 || !mayUpload) return;
    if (m.max_age_days > 0 && !docDate) return toast.warning("请先填写开具日期");
    void run(() => handIn(m, chosen, { ...(at !== undefined && { page: at }), doc_date: docDate }), `${m.name}：已上传`);
  };
  const drop = (at: number | undefined) =>
    mayUpload && {
      onDragOver: (e: React.DragEvent) => {
        e.preventDefault();
        e.stopPropagation();
        setOver(at ?? 0);
      },
      onDragLeave: () => setOver(null),
      onDrop: (e: React.DragEvent) => {
        e.preventDefault();
        e.stopPropagation();
        setOver(null);
        take(e.dataTransfer.files, at);
      },
    };
  return (
    <div className="vd-wraps vd-before-8">
      {files.map((f) => (
        <button
          key={f.id}
          type="button"
          className={`ord-slot${f.page_no === page ? " is-on" : ""}${over === f.page_no ? " is-over" : ""}`}
          aria-pressed={f.page_no === page}
          onClick={() => onPage(f.page_no)}
          {...drop(f.page_no)}
        >
          {mayOpen ? <FileThumb file={f.file} record={record} label={`第${f.page_no}页`} /> : <Locked />}
          <span className="ord-slot-no vd-num">
            {f.page_no}
            {f.version_no > 1 && ` · v${f.version_no}`}
          </span>
          {f.is_new && <span className="ord-new">新提交</span>}
        </button>
      ))}
      {mayUpload && (
        <button
          type="button"
          className={`ord-slot is-add${over === 0 ? " is-over" : ""}`}
          disabled={busy}
          title="jpg、png、pdf，5 MB 以内，可拖入"
          onClick={() => picker.current?.click()}
          {...drop(undefined)}
        >
          <UploadOutlined aria-hidden />
          {busy ? "上传中" : files.length > 0 && m.page_type === 0 ? "重新上传" : "上传"}
        </button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple={m.page_type === 1 && m.max_pages > 1}
        accept={FILE_RULE.types.join(",")}
        aria-label={`上传${m.name}`}
        onChange={(e) => {
          take(e.target.files);
          e.target.value = "";
        }}
      />
    </div>
  );
}

const Locked = () => (
  <span className="vd-thumb is-file" title={NO_LOOK}>
    <LockOutlined aria-hidden />
  </span>
);

function Judged({ m }: { m: Material }) {
  if (m.material_status === "rejected")
    return (
      <p className="vd-wraps vd-small vd-error">
        {m.reject_reason}
        {m.reject_text && `：${m.reject_text}`}
        <span className="vd-muted">
          {m.reviewed_by_name} · {time(m.reviewed_at)}
        </span>
      </p>
    );
  if (m.material_status === "waived") return <p className="vd-wraps vd-small">免交：{m.waive_reason}</p>;
  if (m.material_status === "passed" && m.reviewed_by_name)
    return (
      <p className="vd-wraps vd-small vd-muted">
        {m.reviewed_by_name} · {time(m.reviewed_at)}
      </p>
    );
  return null;
}

export interface MaterialCardProps {
  applicant: Applicant;
  material: Material;
  record: FileRecord;
  closed: string | null;
  /** False: only looking. */
  review: boolean;
  onJudged: () => void;
}

/** Mounted anew for each item, so that page, date and sample start fresh. */
export function MaterialCard({ applicant, material: m, record, closed, review, onJudged }: MaterialCardProps) {
  const mayReview = useCan(may.order_process) && review;
  const mayOpen = useCan(IDENTITY_MAY) || !m.is_identity;
  const files = presentFiles(m);
  const [page, setPage] = useState(1);
  const [compare, setCompare] = useState(true);
  const [samples, setSamples] = useState(false);
  const [docDate, setDocDate] = useState(m.doc_date);
  useSeen(m, mayReview);
  useKeys({ s: ["样例与要点", () => setSamples((v) => !v)] });
  const shown = files.find((f) => f.page_no === page) ?? files[0];
  const before = shown && earlierFiles(m, shown.page_no)[0];
  const isForm = m.kind === 5 && files.length === 0;
  return (
    <section className="ord-material" aria-label={m.name}>
      <header className="vd-wraps">
        <h3>{m.name}</h3>
        {isLost(m) ? <Mark tone="red">{HOLDERS.lost}</Mark> : flowTag(materialFlow, m.material_status)}
        <Mark tone={m.owner === "must" ? "orange" : "grey"}>{DOCUMENT_OWNERS[m.owner]}</Mark>
        {m.round > 0 && <Mark tone="red">第{m.round}次退回</Mark>}
        {isNew(m) && <span className="ord-new">新提交</span>}
        <span className="vd-grow" />
        {before && (
          <span className="vd-row vd-tiny vd-muted">
            <Switch size="small" aria-label="对比上一版" checked={compare} onChange={setCompare} />
            对比上一版
          </span>
        )}
        <Button type="link" size="small" aria-expanded={samples} onClick={() => setSamples(!samples)}>
          样例与要点
        </Button>
      </header>
      <Judged m={m} />
      <Rule m={m} />
      {samples && <Samples m={m} />}
      {m.kind === 2 && (
        <p className="vd-small">
          原件：{m.holder ? HOLDERS[m.holder] : "—"}
          {m.slot && ` · 架位 ${m.slot}`} · 实收 {m.received_count}/{Math.max(1, m.copies)} 份
        </p>
      )}
      {m.max_age_days > 0 && (
        <span className="vd-row vd-small vd-before-8 ord-date">
          <label htmlFor={`doc-${m.id}`}>开具日期</label>
          <DateInput id={`doc-${m.id}`} value={docDate} disabled={!mayReview || closed !== null} onChange={setDocDate} />
        </span>
      )}
      {isForm ? (
        <MaterialForm material={m} sections={applicant.form_sections} fills={applicant.form_fills} closed={mayReview ? closed : "只读"} />
      ) : (
        <Slots
          m={m}
          files={files}
          page={shown?.page_no ?? 1}
          record={record}
          mayUpload={mayReview && closed === null}
          mayOpen={mayOpen}
          docDate={docDate}
          onPage={setPage}
        />
      )}
      {shown && !mayOpen && <p className="vd-muted">{NO_LOOK}</p>}
      {shown && mayOpen && (
        <div className={before && compare ? "vd-halves ord-versions" : "vd-stack ord-versions"}>
          {before && compare && <Viewer key={before.id} file={before} record={record} title={m.name} caption="上一版" />}
          <Viewer key={shown.id} file={shown} record={record} title={m.name} main {...(before && compare && { caption: "现在" })} />
        </div>
      )}
      {mayReview && <Verdict material={m} docDate={docDate} closed={closed} onJudged={onJudged} />}
    </section>
  );
}
