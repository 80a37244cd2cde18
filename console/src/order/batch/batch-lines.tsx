/** The people of a batch, what has been scanned, and why a line was not submitted. */
import { CheckOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import type { BatchDetail } from "./batch-detail.ts";
import { applicantHref, orderHref } from "../list/order-links.ts";

type Line = BatchDetail["lines"][number];
const LINE_STATES: Readonly<Record<string, string>> = {
  packed: "已备",
  sent: "已交",
  submitted: "已送",
  past: "已送，使馆要求补料",
  removed: "移出",
  void: "已作废",
};

/** Still to be handed over or submitted. */
export const isLive = (l: Line): boolean => l.line_status === "packed" || l.line_status === "sent";

const Scanned = ({ at }: { at: string | null }) =>
  at ? (
    <span className="vd-good" title={time(at)}>
      <CheckOutlined aria-label="已扫描" />
    </span>
  ) : (
    <span className="vd-muted">未扫</span>
  );

export function BatchLines(props: {
  batch: BatchDetail;
  refused: Readonly<Record<number, string>>;
  onRemove: (applicantId: number) => void;
}) {
  const { batch, refused } = props;
  const isDraft = batch.batch_status === "draft";
  const isOut = (l: Line): boolean => l.line_status === "removed" || l.line_status === "void";
  return (
    <Rows
      label="批次名单"
      rows={batch.lines}
      rowProps={(l) => ({ className: refused[l.applicant_id] ? "is-refused" : isOut(l) ? "is-out" : "" })}
      columns={[
        { title: "#", num: true, cell: (_, i) => i + 1 },
        {
          title: "申请人",
          cell: (l) => (
            <>
              <HrefLink className="vd-link" href={applicantHref(l.order_id, l.applicant_id)}>
                {l.name_cn ?? l.applicant_no}
              </HrefLink>
              {refused[l.applicant_id] && <div className="vd-tiny vd-error">{refused[l.applicant_id]}</div>}
            </>
          ),
        },
        { title: "护照号", num: true, cell: (l) => l.passport_no ?? "—" },
        {
          title: "订单号",
          cell: (l) => (
            <HrefLink className="vd-link vd-num" href={orderHref(l.order_id)}>
              {l.order_no}
            </HrefLink>
          ),
        },
        { title: "行状态", cell: (l) => LINE_STATES[l.line_status] ?? l.line_status },
        isDraft
          ? { title: "扫描", cell: (l) => <Scanned at={l.passport_scanned_at} /> }
          : { title: "受理号", num: true, cell: (l) => l.application_no ?? "—" },
        isDraft
          ? {
              title: "操作",
              cell: (l) =>
                isLive(l) && (
                  <Button type="text" size="small" onClick={() => props.onRemove(l.applicant_id)}>
                    移出
                  </Button>
                ),
            }
          : { title: "送签日期", num: true, cell: (l) => l.submit_date ?? "—" },
      ]}
    />
  );
}
