/** What one log row unfolds to: reason, before and after, the applicants it speaks of, its place in the chain. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { ask, faultOf } from "#kit/act/ask.ts";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { valueText } from "@visadesk/contract/setting/log-words.ts";
import { LOG_AREAS, LOG_KINDS, operationLogApi } from "@visadesk/contract/setting/operation-log.ts";
import type { LogRow } from "./log-cells.tsx";

/** Checks the row against the one before it. */
function RowCheck({ seq }: { seq: number }) {
  const answer = useQuery({
    queryKey: ["operation_log_verify", seq],
    enabled: false,
    gcTime: 0,
    queryFn: ({ signal }) => ask(operationLogApi.operation_log_verify, { from: seq, to: seq }, { signal }),
  });
  const found = answer.data;
  return (
    <>
      {found &&
        (found.broken_seq === null && found.checked === 1 ? (
          <StateTag tone="green">与链相符</StateTag>
        ) : (
          <StateTag tone="red">与链不符</StateTag>
        ))}{" "}
      <Button size="small" type="link" loading={answer.isFetching && { delay: 200 }} onClick={() => void answer.refetch()}>
        校验
      </Button>
    </>
  );
}

type Detail = Output<typeof operationLogApi.operation_log_get>;
function Subjects({ of }: { of: Detail }) {
  const codes = session.use((s) => s.codes);
  if (of.subject_count === 0) return null;
  const more = of.subject_count - of.subjects.length;
  return (
    <p>
      涉及申请人：
      {of.subjects.map((s) => {
        const href = hrefOf("admin-applicant-detail", { orderId: String(s.order_id), applicantId: String(s.id) }, codes);
        return (
          <span key={s.id} className="vd-log-subject">
            {href ? <HrefLink href={href}>{s.applicant_no}</HrefLink> : s.applicant_no}
          </span>
        );
      })}
      {more > 0 && `等 ${of.subject_count} 人`}
    </p>
  );
}

/** A look names its field and has no values. */
const isLook = (c: LogRow["changes"][number]): boolean => (c.before ?? null) === null && (c.after ?? null) === null;

function ChangeTable({ changes }: { changes: LogRow["changes"] }) {
  if (changes.length === 0) return null;
  return (
    <Rows
      label="修改前后"
      rows={changes}
      by="field"
      columns={[
        { title: "字段", head: true, cell: (c) => c.label },
        { title: "修改前", cell: (c) => (isLook(c) ? "—" : valueText(c.before)) },
        { title: "修改后", cell: (c) => (isLook(c) ? "—" : valueText(c.after)) },
      ]}
    />
  );
}

export function LogDetail({ row }: { row: LogRow }) {
  const answer = useQuery({
    queryKey: ["operation_log_get", row.id],
    queryFn: ({ signal }) => ask(operationLogApi.operation_log_get, { id: row.id }, { signal, noToast: true }),
  });
  return (
    <div className="vd-stack is-8 vd-small vd-log-detail">
      <p className="vd-muted">
        {time(row.at)}，{LOG_AREAS[row.area]}，{LOG_KINDS[row.kind]}，{row.endpoint}，{row.ms} 毫秒，请求号{" "}
        <Copyable text={row.request_id} />
      </p>
      {row.agent && <p className="vd-muted">设备：{row.agent}</p>}
      {row.reason && <p>原因：{row.reason}</p>}
      {answer.error ? <p role="alert">{faultOf(answer.error).msg}</p> : null}
      {answer.data && <Subjects of={answer.data} />}
      <p className="vd-muted">
        {row.seq === null ? "尚未封链" : `链号 ${row.seq}`}
        {answer.data?.hash && <> · 链值 {answer.data.hash.slice(0, 16)}…</>} {row.seq !== null && <RowCheck seq={row.seq} />}
      </p>
      <ChangeTable changes={(answer.data ?? row).changes} />
    </div>
  );
}
