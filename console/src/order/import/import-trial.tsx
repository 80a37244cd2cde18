/** What a sheet would become: counts, and its lines with those to be mended first. */
import { Button, Checkbox } from "antd";
import { useMemo, useState } from "react";
import { downloadSheet } from "#kit/file/sheet-write.ts";
import { Stack } from "#kit/page/blocks.tsx";
import { Pages } from "#kit/table/pages.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { faultSheet, trialLines, type Trial } from "./import-model.ts";

const PAGE = 50;

export interface ImportTrialProps {
  rows: Parameters<typeof trialLines>[0];
  trial: Trial;
}
export function ImportTrial({ rows, trial }: ImportTrialProps) {
  const [onlyFaults, setOnlyFaults] = useState(false);
  const [page, setPage] = useState(1);
  const lines = useMemo(() => trialLines(rows, trial), [rows, trial]);
  const shown = onlyFaults ? lines.filter((l) => l.faults.length > 0) : lines;
  const hasWords = trial.faults.length > 0 || trial.doubts.length > 0;
  return (
    <Stack gap={8} as="section" aria-label="预检结果">
      <div className="vd-wraps">
        <output>
          {trial.group_count} 组 · {trial.person_count} 人 ·{" "}
          <b className={trial.fault_rows > 0 ? "vd-error" : undefined}>{trial.fault_rows} 行错误</b>
          {trial.doubts.length > 0 && ` · ${trial.doubts.length} 处待确认`}
          {trial.fault_rows === 0 && ` · 应付合计 ${money(trial.amount_payable)}`}
        </output>
        <span className="vd-grow" />
        {trial.fault_rows > 0 && (
          <Checkbox
            checked={onlyFaults}
            onChange={(e) => {
              setOnlyFaults(e.target.checked);
              setPage(1);
            }}
          >
            只看错误
          </Checkbox>
        )}
        {hasWords && (
          <Button size="small" onClick={() => downloadSheet("导入订单-错误表", [faultSheet(rows, trial)])}>
            下载错误表
          </Button>
        )}
      </div>
      <Rows
        label="导入行"
        rows={shown.slice((page - 1) * PAGE, page * PAGE)}
        by="line"
        maxHeight={420}
        columns={[
          { title: "行", end: true, num: true, width: 48, cell: (l) => l.line },
          { title: "组号", width: 96, className: "vd-wrap-any", cell: (l) => l.group },
          { title: "姓名", width: 120, className: "vd-wrap-any", cell: (l) => l.name },
          { title: "商品编码", width: 160, className: "vd-wrap-any", cell: (l) => l.sku },
          {
            title: "结果",
            cell: (l) =>
              l.faults.length + l.doubts.length === 0 ? (
                <span className="vd-muted">可导入</span>
              ) : (
                <Stack gap={4}>
                  {l.faults.map((f) => (
                    <span key={f} className="vd-error">
                      {f}
                    </span>
                  ))}
                  {l.doubts.map((d) => (
                    <span key={d}>待确认 {d}</span>
                  ))}
                </Stack>
              ),
          },
        ]}
      />
      <Pages page={page} size={PAGE} total={shown.length} onChange={setPage} />
    </Stack>
  );
}
