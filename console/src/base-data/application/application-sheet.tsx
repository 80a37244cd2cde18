/** The empty form on A4, by the browser's print window, which also saves it as PDF. */
import { useEffect } from "react";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { toast } from "#kit/app/feedback.ts";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";
import type { Question } from "./application-model.ts";

const Boxes = ({ words, many }: { words: readonly string[]; many?: boolean }) => (
  <span className="vd-wraps">
    {words.map((w) => (
      <span key={w}>
        {many ? "□" : "○"} {w}
      </span>
    ))}
  </span>
);

const GROUP_LINES = 3;
function Room({ q }: { q: Question }) {
  switch (q.kind) {
    case "single":
      return <Boxes words={q.options} />;
    case "multi":
      return <Boxes words={q.options} many />;
    case "bool":
      return <Boxes words={["是", "否"]} />;
    case "date":
      return <span>　　　　年　　　月　　　日</span>;
    case "file":
      return <span>（另附文件）</span>;
    case "group":
      return (
        <table className="ap-sheet-group">
          <thead>
            <tr>
              {q.options.map((o) => (
                <th key={o}>{o}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: GROUP_LINES }, (_, i) => (
              <tr key={i}>
                {q.options.map((o) => (
                  <td key={o} aria-label={o} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    default:
      return <span className={q.max_length > 60 ? "ap-room is-long" : "ap-room"} />;
  }
}

/** 「是否曾被拒签」为“是”时填写. */
function when(q: Question, all: readonly Question[]): string {
  const on = all.find((x) => x.key === q.show_if?.key);
  if (!q.show_if || !on) return "";
  const word = on.kind === "bool" ? (q.show_if.equals === "true" ? "是" : "否") : q.show_if.equals;
  return `「${on.label}」为“${word}”时填写`;
}

export interface ApplicationSheetProps {
  name: string;
  versionId: number;
  onClose: () => void;
}

export function ApplicationSheet({ name, versionId, onClose }: ApplicationSheetProps) {
  const { data, error } = useRecord(applicationVersionApi.application_version_get, { id: versionId });
  const isHere = data?.id === versionId;
  useEffect(() => {
    if (error) toast.error("申请表暂时读不到，请稍后再打印");
    if (error) onClose();
  }, [error, onClose]);
  if (!data || !isHere) return null;
  const all = data.sections.flatMap((s) => s.questions);
  return (
    <PrintSheet name="application-form" onClose={onClose}>
      <div className="vd-small vd-wide ap-sheet">
        <h1>{name}</h1>
        <p className="vd-row vd-between">
          <span>
            第{data.version_no}版{data.state === "draft" && "（草稿，未发布）"}
          </span>
          <span>订单号 ______________________　申请人 ______________</span>
        </p>
        {data.sections.map((s, i) => (
          <section key={i}>
            <h2>{s.title}</h2>
            <table>
              <tbody>
                {s.questions.map((q) => (
                  <tr key={q.key}>
                    <th scope="row">
                      {q.label}
                      {q.required && " *"}
                      {q.label_en && <small>{q.label_en}</small>}
                    </th>
                    <td>
                      <Room q={q} />
                      {[q.help, when(q, all), q.source === "staff" && "由专员填写"].filter(Boolean).map((t) => (
                        <small key={String(t)}>{t}</small>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
        <p className="ap-sheet-foot">带 * 的为必填。本人确认以上内容属实。　　签名 ______________　日期 ______________</p>
      </div>
    </PrintSheet>
  );
}
