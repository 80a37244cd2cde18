/** The price of what is typed: every line, what it earns for those who see it, and what stands against it. */
import { Button } from "antd";
import { faultOf } from "#kit/act/ask.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { EntryPerson, Quote } from "./entry-model.ts";
import { useEntryStore } from "./entry-store.ts";

type Line = Quote["lines"][number];
const NOBODY: readonly EntryPerson[] = [];
/** Above this many people equal lines are added up. */
const BY_PERSON = 4;

interface Group {
  title: string;
  lines: { label: string; count: number; amount: number; payable: number }[];
}

/** Lines by person; of large groups by what they are. */
export function groupLines(lines: readonly Line[], people: readonly EntryPerson[]): Group[] {
  const byKey = new Map<string, Group>();
  for (const l of lines) {
    const isPerson = l.applicant_seq !== null && people.length <= BY_PERSON;
    const child = l.is_child ? "（儿童）" : "";
    const title = isPerson
      ? `申请人${l.applicant_seq} ${people[(l.applicant_seq ?? 1) - 1]?.name_cn ?? ""}`.trim() + child
      : l.applicant_seq === null
        ? "整单"
        : `申请人 ${people.length}位`;
    const group = byKey.get(title) ?? { title, lines: [] };
    byKey.set(title, group);
    // Added up, an adult's and a child's price of one kind are two lines.
    const label = isPerson ? l.label : l.label + child;
    const same = group.lines.find((x) => x.label === label && x.amount / x.count === l.amount && x.payable / x.count === l.payable);
    if (same) {
      same.count += 1;
      same.amount += l.amount;
      same.payable += l.payable;
    } else group.lines.push({ label, count: 1, amount: l.amount, payable: l.payable });
  }
  return [...byKey.values()];
}

const PriceLine = ({ line }: { line: Group["lines"][number] }) => (
  <div className="vd-row vd-between en-line">
    <dt>
      {line.label}
      {line.count > 1 && <span className="vd-muted vd-num"> ×{line.count}</span>}
    </dt>
    <dd className="vd-num">
      {line.payable !== line.amount && <s>{money(line.amount)}</s>} {money(line.payable)}
    </dd>
  </div>
);

export function PricePanel(props: { hasSku: boolean }) {
  const entry = useEntryStore();
  const { quote, isFresh, error, again } = entry.use((s) => s.quote);
  const people = entry.use((s) => s.values.applicants ?? NOBODY);
  if (!props.hasSku)
    return (
      <aside className="vd-box vd-small vd-beside en-price" aria-label="价格">
        <h2>价格</h2>
        <p className="vd-muted">选好商品后显示价格</p>
      </aside>
    );
  return (
    <aside
      className={quote && !isFresh ? "vd-box vd-small vd-beside en-price is-stale" : "vd-box vd-small vd-beside en-price"}
      aria-label="价格"
      aria-busy={!isFresh}
    >
      <h2>价格</h2>
      {error ? (
        <div role="alert" className="vd-note is-after vd-tone-red vd-toned">
          {faultOf(error).msg}{" "}
          <Button type="link" size="small" onClick={again}>
            重试
          </Button>
        </div>
      ) : null}
      {!quote && !error && <p className="vd-muted">正在报价</p>}
      {quote && (
        <>
          <dl className="en-lines">
            {groupLines(quote.lines, people).map((g) => (
              <div key={g.title}>
                <p className="vd-tiny vd-muted vd-before-8">{g.title}</p>
                {g.lines.map((l) => (
                  <PriceLine key={l.label + String(l.payable)} line={l} />
                ))}
              </div>
            ))}
          </dl>
          <dl className="en-sum">
            {quote.discount_total > 0 && (
              <>
                <div className="vd-row vd-between en-line">
                  <dt>原价</dt>
                  <dd className="vd-num">{money(quote.amount_total)}</dd>
                </div>
                <div className="vd-row vd-between en-line">
                  <dt>优惠</dt>
                  <dd className="vd-num">-{money(quote.discount_total)}</dd>
                </div>
              </>
            )}
            <div className="vd-row vd-between en-line vd-big">
              <dt>应付</dt>
              <dd className="vd-num">{money(quote.amount_payable)}</dd>
            </div>
            {quote.margin !== null && (
              <div className="vd-row vd-between en-line">
                <dt>毛利</dt>
                <dd className={quote.margin < 0 ? "vd-num vd-error vd-medium" : "vd-num"}>{money(quote.margin)}</dd>
              </div>
            )}
          </dl>
          {quote.promised && <p className="vd-muted vd-tiny">{quote.promised}</p>}
          {quote.warnings.map((w) => (
            <output key={w} className="vd-note is-after vd-tone-orange vd-toned">
              {w}
            </output>
          ))}
        </>
      )}
    </aside>
  );
}
