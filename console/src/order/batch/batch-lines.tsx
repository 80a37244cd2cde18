/** The people of a batch, what has been scanned, and why a line was not submitted. */
import { CheckOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import type { BatchDetail } from "./batch-detail.ts";
import { applicantHref, orderHref } from "../list/order-links.ts";

type Line = BatchDetail["lines"][number];
const LINE_STATES: Readonly<Record<string, string>> = { packed: "已备", sent: "已交", submitted: "已送", removed: "移出", void: "已作废" };

/** Still to be handed over or submitted. */
export const isLive = (l: Line): boolean => l.line_status === "packed" || l.line_status === "sent";

export function BatchLines(props: {
  batch: BatchDetail;
  refused: Readonly<Record<number, string>>;
  onRemove: (applicantId: number) => void;
}) {
  const { batch, refused } = props;
  const isDraft = batch.batch_status === "draft";
  const row = (l: Line, i: number) => {
    const why = refused[l.applicant_id];
    return (
      <tr key={l.id} className={why ? "is-refused" : l.line_status === "removed" || l.line_status === "void" ? "is-out" : ""}>
        <td className="vd-num">{i + 1}</td>
        <td>
          <HrefLink className="vd-link" href={applicantHref(l.order_id, l.applicant_id)}>
            {l.name_cn ?? l.applicant_no}
          </HrefLink>
          {why && <div className="vd-tiny vd-error">{why}</div>}
        </td>
        <td className="vd-num">{l.passport_no ?? "—"}</td>
        <td>
          <HrefLink className="vd-link vd-num" href={orderHref(l.order_id)}>
            {l.order_no}
          </HrefLink>
        </td>
        <td>{LINE_STATES[l.line_status] ?? l.line_status}</td>
        {isDraft ? (
          <td>
            {l.passport_scanned_at ? (
              <span className="vd-good" title={time(l.passport_scanned_at)}>
                <CheckOutlined aria-label="已扫描" />
              </span>
            ) : (
              <span className="vd-muted">未扫</span>
            )}
          </td>
        ) : (
          <td className="vd-num">{l.application_no ?? "—"}</td>
        )}
        {isDraft ? (
          <td>
            {isLive(l) && (
              <Button type="text" size="small" onClick={() => props.onRemove(l.applicant_id)}>
                移出
              </Button>
            )}
          </td>
        ) : (
          <td className="vd-num">{l.submit_date ?? "—"}</td>
        )}
      </tr>
    );
  };
  return (
    <div className="bt-table">
      <table className="bt-lines" aria-label="批次名单">
        <thead>
          <tr>
            <th>#</th>
            <th>申请人</th>
            <th>护照号</th>
            <th>订单号</th>
            <th>行状态</th>
            <th>{isDraft ? "扫描" : "受理号"}</th>
            <th>{isDraft ? "操作" : "送签日期"}</th>
          </tr>
        </thead>
        <tbody>{batch.lines.map(row)}</tbody>
      </table>
    </div>
  );
}
