/** 价格解释: who pays what at a time, which price won, why each other lost, and what to read out. */
import { Button, Segmented, Select } from "antd";
import { useState, type ReactNode } from "react";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { copy } from "#kit/app/feedback.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { TimeInput } from "#kit/inputs/date-input.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { LEVEL_CODES } from "@visadesk/contract/peer/level/level.words.ts";
import { PRICE_BANDS } from "@visadesk/contract/product/price/price-adjustment.ts";
import { SALE_ENDS } from "@visadesk/contract/product/sku/sku.words.ts";
import { skuPriceApi } from "@visadesk/contract/product/sku/sku-price.ts";
import { PeerPicker } from "#shared/record-pickers.tsx";
import "../price-adjustment/price-adjustment.css";
import "../sku/product.css";

const PEOPLE = skuPriceApi.sku_price_quote.input.shape;
type Ask = Parsed<typeof skuPriceApi.sku_price_quote>;
type Answer = Output<typeof skuPriceApi.sku_price_quote>;
type End = keyof typeof SALE_ENDS;
const ENDS: { value: End; label: string }[] = [
  { value: "customer", label: SALE_ENDS.customer },
  { value: "peer", label: SALE_ENDS.peer },
  { value: "api", label: SALE_ENDS.api },
];

export interface PriceExplainProps {
  skuId: number;
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="vd-near vd-tiny vd-muted">
    {label}
    {children}
  </label>
);
const Choice = (props: {
  label: string;
  none: string;
  options: readonly { value: string; label: string }[];
  value: string;
  put: (v: string) => void;
}) => (
  <Labelled label={props.label}>
    <Select
      aria-label={props.label}
      options={[{ value: "", label: props.none }, ...props.options]}
      value={props.value}
      onChange={props.put}
      popupMatchSelectWidth={false}
    />
  </Labelled>
);
const LEVELS = keysOf(LEVEL_CODES).map((value) => ({ value, label: value }));

function Who({ ask, answer, put }: { ask: Ask; answer: Answer | undefined; put: (patch: Partial<Ask>) => void }) {
  const isPeer = ask.end !== "customer";
  return (
    <div className="vd-wraps aj-who">
      <div className="vd-near vd-tiny vd-muted">
        <span>销售端</span>
        <Segmented aria-label="销售端" options={ENDS} value={ask.end} onChange={(end) => put({ end })} />
      </div>
      {isPeer && (
        <>
          <Labelled label="同行">
            <PeerPicker
              aria-label="同行"
              placeholder="不选则按等级"
              value={ask.peer_id ?? null}
              onChange={(v) => put({ peer_id: typeof v === "number" ? v : null })}
            />
          </Labelled>
          {!ask.peer_id && (
            <Choice
              label="同行等级"
              none="不限"
              options={LEVELS}
              value={ask.level ?? ""}
              put={(v) => put({ level: keysOf(LEVEL_CODES).find((l) => l === v) ?? null })}
            />
          )}
        </>
      )}
      <Labelled label="成人">
        <NumberInput of={PEOPLE.adults} aria-label="成人" value={ask.adults} onChange={(v) => put({ adults: v ?? 0 })} />
      </Labelled>
      {(answer?.child_age ?? 0) > 0 && (
        <Labelled label={`儿童（未满${answer?.child_age}岁）`}>
          <NumberInput of={PEOPLE.children} aria-label="儿童" value={ask.children} onChange={(v) => put({ children: v ?? 0 })} />
        </Labelled>
      )}
      {(answer?.tiers.length ?? 0) > 0 && (
        <Choice
          label="加急"
          none="不加急"
          options={(answer?.tiers ?? []).map((t) => ({ value: t.tier_code, label: t.name }))}
          value={ask.urgent_tier_code ?? ""}
          put={(urgent_tier_code) => put({ urgent_tier_code })}
        />
      )}
      <Labelled label="时间（不填为现在）">
        <TimeInput value={ask.at ?? null} onChange={(at) => put({ at })} />
      </Labelled>
    </div>
  );
}

const Ladder = ({ person: p }: { person: Answer["people"][number] }) => (
  <div>
    <p className="vd-muted">
      {PRICE_BANDS[p.band]} <Money cents={p.price} />
      {p.n > 1 && ` × ${p.n} 人`}
    </p>
    <ol className="vd-small aj-ladder" aria-label={`${PRICE_BANDS[p.band]}价格`}>
      {p.ladder.map((c, i) => (
        <li key={`${c.source} ${i}`} className={c.lost === null ? "is-won" : ""}>
          <span>
            {c.label}
            {c.name && <span className="vd-muted"> {c.name}</span>}
          </span>
          <Money cents={c.price} />
          <span>{c.lost ?? "采用"}</span>
        </li>
      ))}
    </ol>
  </div>
);

export function PriceExplain({ skuId }: PriceExplainProps) {
  const [ask, setAsk] = useState<Ask>({ sku_id: skuId, end: "customer", adults: 1, children: 0 });
  const quote = useRecord(skuPriceApi.sku_price_quote, ask);
  const answer = quote.data;
  return (
    <Section
      title="价格解释"
      flush
      extra={
        answer && (
          <span className="vd-muted">
            合计{" "}
            <b>
              <Money cents={answer.total} />
            </b>
          </span>
        )
      }
    >
      <Who ask={ask} answer={answer} put={(patch) => setAsk((now) => ({ ...now, ...patch }))} />
      {quote.error ? <Unread slim answer={quote} /> : null}
      {answer && answer.blocks.length > 0 && (
        <ul className="vd-small vd-error vd-note vd-tone-red" aria-label="不可下单原因">
          {answer.blocks.map((b) => (
            <li key={b}>{b}，现在不能下单</li>
          ))}
        </ul>
      )}
      {answer && (
        <>
          <div className="vd-stack is-wide vd-under-card aj-ladders">
            {answer.people.map((p) => (
              <Ladder key={p.band} person={p} />
            ))}
          </div>
          <div className="vd-note is-plain aj-script">
            <div>
              {answer.script.map((s) => (
                <p key={s}>{s}</p>
              ))}
            </div>
            <span className="vd-grow" />
            <Button size="small" onClick={() => void copy(answer.script.join(""))}>
              复制
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
