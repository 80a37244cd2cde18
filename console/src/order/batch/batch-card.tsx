/** One batch: who is in it, what is scanned, handing it over and registering the submission line by line. */
import { useQuery } from "@tanstack/react-query";
import { Button, DatePicker, Input } from "antd";
import { dayjs } from "#kit/app/dayjs.ts";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { uuid } from "#kit/app/hash.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import { batchFlow } from "@visadesk/contract/order/order.flow.ts";
import { part } from "#kit/app/part.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { BatchLines, isLive } from "./batch-lines.tsx";
import { BatchScan } from "./batch-scan.tsx";
import type { BatchSheetProps } from "./batch-sheet.tsx";
import type { BatchDetail } from "./batch-detail.ts";

const BatchSheet = part<BatchSheetProps>(() => import("./batch-sheet.tsx").then((m) => m.BatchSheet));

interface SubmitProps {
  batch: BatchDetail;
  onDone: (refused: Readonly<Record<number, string>>) => void;
  onClose: () => void;
}

/** Submission date and, where the mission gives them, the application numbers. */
function SubmitDialog({ batch, onDone, onClose }: SubmitProps) {
  const [day, setDay] = useState(() => shanghaiDate(new Date()));
  const [numbers, setNumbers] = useState<Readonly<Record<number, string>>>({});
  const [key] = useState(uuid);
  const live = batch.lines.filter(isLive);
  const submit = async (): Promise<void> => {
    const application_nos = live.flatMap((l) =>
      numbers[l.applicant_id]?.trim() ? [{ applicant_id: l.applicant_id, application_no: numbers[l.applicant_id]?.trim() ?? "" }] : [],
    );
    try {
      const { list } = await ask(
        submissionBatchApi.submission_batch_submit,
        { id: batch.id, version: batch.version, submit_date: day, application_nos, idempotency_key: key },
        { noToast: true },
      );
      const refused = list.filter((r) => !r.ok);
      if (refused.length === 0) toast.success(`已登记送签 ${list.length} 人`);
      else toast.warning(`已登记送签 ${list.length - refused.length} 人，${refused.length} 人未办理`);
      onDone(Object.fromEntries(refused.map((r) => [r.id, r.msg])));
    } catch (error) {
      toast.error(faultOf(error).msg);
    }
  };
  return (
    <Dialog
      title={`登记送签 ${batch.batch_no}`}
      okText="登记送签"
      width={640}
      typed={Object.keys(numbers).length > 0}
      onOk={submit}
      onClose={onClose}
    >
      <div className="vd-wraps vd-small vd-muted">
        送签日期{" "}
        <DatePicker
          aria-label="送签日期"
          allowClear={false}
          value={dayjs(day)}
          maxDate={dayjs()}
          onChange={(d) => {
            if (d) setDay(d.format("YYYY-MM-DD"));
          }}
        />
      </div>
      <Rows
        label="送签名单"
        rows={live}
        columns={[
          { title: "申请人", cell: (l) => l.name_cn ?? l.applicant_no },
          { title: "护照号", num: true, cell: (l) => l.passport_no ?? "—" },
          {
            title: "受理号（没有可不填）",
            cell: (l) => (
              <Input
                size="small"
                aria-label={`${l.name_cn ?? l.applicant_no}受理号`}
                maxLength={40}
                value={numbers[l.applicant_id] ?? ""}
                onChange={(e) => setNumbers({ ...numbers, [l.applicant_id]: e.target.value })}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}

function Facts({ batch }: { batch: BatchDetail }) {
  return (
    <div className="vd-wraps vd-small vd-muted">
      <span>
        使领馆 <b>{batch.embassy_name ?? "—"}</b>
      </span>
      <span>
        送签地 <b>{batch.submit_city || "—"}</b>
      </span>
      <span>
        供应商 <b>{batch.supplier_name ?? "—"}</b>
      </span>
      <span>
        计划日 <b className="vd-num">{batch.plan_date ?? "—"}</b>
      </span>
      {batch.handed_at && (
        <span>
          交接 <b>{batch.handed_to}</b> <TimeText at={batch.handed_at} />
        </span>
      )}
    </div>
  );
}

export function BatchCard({ id }: { id: number }) {
  const answer = useQuery({
    queryKey: ["submission_batch_get", id],
    queryFn: ({ signal }) => ask(submissionBatchApi.submission_batch_get, { id }, { signal, noToast: true }),
  });
  const afterWrite = useAfterWrite();
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({});
  const [isPrinting, setPrinting] = useState(false);
  const batch = answer.data;
  if (!batch)
    return (
      <div className="vd-stack bt-card">
        <Unread answer={answer} rows={4} />
      </div>
    );
  const remove = async (applicantId: number): Promise<void> => {
    await ask(submissionBatchApi.submission_batch_line_remove, { id, version: batch.version, applicant_id: applicantId });
    toast.success("已移出批次");
    afterWrite();
  };
  const missing = batch.lines.filter((l) => isLive(l) && l.passport_scanned_at === null).length;
  const judged =
    batch.batch_status === "draft"
      ? [
          {
            move: "hand_over",
            ok: missing === 0 && batch.line_count > 0,
            missing: batch.line_count === 0 ? "批次没有申请人" : `缺 ${missing} 本`,
          },
        ]
      : [];
  return (
    <section className="vd-stack bt-card" aria-label={`批次${batch.batch_no}`}>
      <div className="vd-wraps bt-head">
        <h3>
          <Copyable text={batch.batch_no} />
        </h3>
        {flowTag(batchFlow, batch.batch_status)}
        {batch.is_urgent && <Mark tone="red">加急</Mark>}
        <span className="vd-grow" />
        <Button size="small" disabled={batch.line_count === 0} onClick={() => setPrinting(true)}>
          打印交接单
        </Button>
        <Moves
          flow={batchFlow}
          row={{ ...batch, moves: judged }}
          state={batch.batch_status}
          endpoints={submissionBatchApi}
          variant="head"
          first={batch.batch_status === "draft" && missing > 0 ? "submit" : "hand_over"}
          dialogs={{
            hand_over: (close, done) => (
              <FormDialog
                endpoint={submissionBatchApi.submission_batch_hand_over}
                title={`交接 ${batch.batch_no}`}
                okText="交接"
                intro={`已扫描 ${batch.scanned_count} 本，名单 ${batch.line_count} 本`}
                initial={{ id, version: batch.version }}
                onClose={close}
                onDone={done}
              />
            ),
            submit: (close) => (
              <SubmitDialog
                batch={batch}
                onClose={close}
                onDone={(r) => {
                  setRefused(r);
                  close();
                  afterWrite();
                }}
              />
            ),
          }}
        />
      </div>
      {isPrinting && <BatchSheet batch={batch} onClose={() => setPrinting(false)} />}
      <Facts batch={batch} />
      {batch.batch_status === "draft" && <BatchScan batch={batch} missing={missing} onScanned={() => void answer.refetch()} />}
      <BatchLines batch={batch} refused={refused} onRemove={(applicantId) => void remove(applicantId).catch(() => undefined)} />
      {Object.keys(refused).length > 0 && (
        <Button type="link" size="small" onClick={() => setRefused({})}>
          收起未办理原因
        </Button>
      )}
    </section>
  );
}
