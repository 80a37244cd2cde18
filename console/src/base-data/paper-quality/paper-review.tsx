/** 最近100次审核 beside the form: how many passed at the first verdict, and what was said against the others. */
import { useRecord } from "#kit/page/use-record.ts";
import { documentStatApi, LAST_REVIEWS, type ReviewedNoun } from "@visadesk/contract/base-data/paper/document-stat.ts";
import "#kit/chart/charts.css";

export function PaperReview({ noun, id }: { noun: ReviewedNoun; id: number }) {
  const { data, error } = useRecord(documentStatApi[`${noun}_review_get`], { id });
  const most = data?.reasons[0]?.n ?? 1;
  return (
    <section className="vd-box vd-small" aria-label={`最近${LAST_REVIEWS}次审核`}>
      <h2>最近{LAST_REVIEWS}次审核</h2>
      {!data ? (
        <span className="vd-muted">{error ? "暂时读不到" : "…"}</span>
      ) : data.reviewed === 0 ? (
        <span className="vd-muted">还没有审核过</span>
      ) : (
        <>
          <p className="vd-row vd-counts vd-after-8">
            <b className="vd-num">{data.rate === null ? "—" : `${Math.round(data.rate * 100)}%`}</b>
            <span className="vd-muted vd-num">
              首次通过 {data.passed}/{data.reviewed}
              {data.rate === null && "，次数太少，先不算比例"}
            </span>
          </p>
          {data.reasons.length > 0 && (
            <ol className="vd-bars" aria-label="主要原因">
              {data.reasons.map((r) => (
                <li key={r.code ?? ""}>
                  <span title={r.text}>{r.text}</span>
                  <i style={{ inlineSize: `${(r.n / most) * 100}%` }} aria-hidden />
                  <b className="vd-num">{r.n}</b>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  );
}
