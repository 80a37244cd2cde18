/** 赴馆通知单: a page of its own without menu; what is seen is what is printed, on A4 or A5, for one person or all of his order. */
import { useParams } from "@tanstack/react-router";
import { idOf } from "#kit/filter/use-url.ts";
import { Button, Checkbox, Segmented } from "antd";
import { useState } from "react";
import { visitNoticeApi } from "@visadesk/contract/order/visit-notice.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useCan } from "#kit/app/session.ts";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { applicantHref } from "../list/order-links.ts";
import { useAct } from "../use-act.ts";
import { PAPERS, VisitNoticeSheets, type Paper, type VisitNoticeSheetProps } from "./visit-notice-sheet.tsx";

const NO_NAMES: ReadonlyMap<number, string> = new Map();

export default function ApplicantInterviewPrint() {
  const params = useParams({ strict: false });
  const which = { order_id: idOf(params.orderId), id: idOf(params.applicantId) };
  const [isWhole, setWhole] = useState(false);
  const [paper, setPaper] = useState<Paper>("A4");
  const [withNames, setNames] = useState(false);
  const [sheet, setSheet] = useState<VisitNoticeSheetProps | null>(null);
  const [now] = useState(() => new Date().toISOString());
  const mayReveal = useCan(may.personal_reveal);
  const [run, busy] = useAct();
  const asked = { ...which, is_whole: isWhole };
  const answer = useRecord(visitNoticeApi.visit_notice_get, asked);
  const print = () =>
    run(async () => {
      if (!answer.data) return false;
      const { full_names } = await ask(visitNoticeApi.visit_notice_print, { ...asked, with_names: withNames });
      setSheet({ notice: answer.data, names: new Map(full_names.map((n) => [n.id, n.name])), printed: new Date().toISOString() });
      return true;
    });
  return (
    <main className="vn-page vd-stack">
      <div className="vd-wraps vd-between">
        <HrefLink href={applicantHref(which.order_id, which.id)}>返回申请人</HrefLink>
        <div className="vd-wraps">
          <Segmented
            aria-label="范围"
            value={isWhole ? "whole" : "one"}
            options={[
              { value: "one", label: "单人" },
              { value: "whole", label: "全家" },
            ]}
            onChange={(v) => setWhole(v === "whole")}
          />
          <Segmented aria-label="纸张" value={paper} options={Object.keys(PAPERS)} onChange={(v) => setPaper(v === "A5" ? "A5" : "A4")} />
          {mayReveal && (
            <Checkbox checked={withNames} onChange={(e) => setNames(e.target.checked)}>
              含完整姓名
            </Checkbox>
          )}
          <Button type="primary" loading={busy} disabled={!answer.data || Boolean(answer.error)} onClick={() => void print()}>
            打印
          </Button>
        </div>
      </div>
      <Reads answer={answer.error ? { ...answer, data: undefined } : answer} rows={12}>
        {(n) => (
          <>
            {n.left_out.length > 0 && (
              <output className="vd-note vd-small vd-tone-orange">
                缺少赴馆时间或地址，未列入：{n.left_out.map((p) => p.name_cn ?? p.applicant_no).join("、")}
              </output>
            )}
            <VisitNoticeSheets notice={n} names={NO_NAMES} printed={now} />
          </>
        )}
      </Reads>
      {sheet && (
        <PrintSheet name="visit-notice" onClose={() => setSheet(null)}>
          <style>{`@page { size: ${paper} portrait; margin: 12mm; }`}</style>
          <VisitNoticeSheets {...sheet} />
        </PrintSheet>
      )}
    </main>
  );
}
