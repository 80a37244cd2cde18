/** 试算: fees of one person → what the cover costs and what it pays after a refusal, as the server calculates it. */
import { Select } from "antd";
import { useId, useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { entriesOf } from "#kit/words.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { refuseNoWorryProductApi as api } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import "./refuse-no-worry.css";

type Ask = Input<typeof api.refuse_no_worry_product_trial>;
type Case = Omit<Ask, "id">;
const START: Case = { service: 47_300, embassy: 71_500, centre: 0, identity: null, birth_date: null, refused_on: null };
const PARTS = { service: "服务费", embassy: "签证费", centre: "签证中心费" } as const;
const IDENTITY_OPTIONS = entriesOf(IDENTITIES).map(([value, label]) => ({ value, label }));

function Fields({ value, put }: { value: Case; put: (patch: Partial<Case>) => void }) {
  const id = useId();
  return (
    <div className="vd-stack nw-trial-fields">
      {entriesOf(PARTS).map(([name, label]) => (
        <label className="vd-near vd-small vd-muted" key={name} htmlFor={`${id}${name}`}>
          {label}
          <MoneyInput id={`${id}${name}`} value={value[name]} onChange={(cents) => put({ [name]: cents ?? 0 })} />
        </label>
      ))}
      <label className="vd-near vd-small vd-muted" htmlFor={`${id}identity`}>
        身份
        <Select
          id={`${id}identity`}
          allowClear={CLEARS}
          placeholder="不限"
          options={IDENTITY_OPTIONS}
          value={value.identity ?? null}
          onChange={(identity) => put({ identity: identity ?? null })}
        />
      </label>
      <label className="vd-near vd-small vd-muted" htmlFor={`${id}birth`}>
        出生日期
        <DateInput
          id={`${id}birth`}
          placeholder="选填"
          value={value.birth_date ?? null}
          onChange={(birth_date) => put({ birth_date: birth_date ?? null })}
        />
      </label>
      <label className="vd-near vd-small vd-muted" htmlFor={`${id}refused`}>
        最近拒签日期
        <DateInput
          id={`${id}refused`}
          placeholder="选填"
          value={value.refused_on ?? null}
          onChange={(refused_on) => put({ refused_on: refused_on ?? null })}
        />
      </label>
    </div>
  );
}

function Result({ ask }: { ask: Ask }) {
  const answer = useRecord(api.refuse_no_worry_product_trial, ask);
  const { data } = answer;
  if (!data) return <Unread slim answer={answer} rows={4} />;
  return (
    <section className="vd-note is-plain vd-near nw-trial-result" aria-label="试算结果" aria-live="polite">
      <p className="vd-row vd-between vd-small">
        <span className="vd-muted">订单价</span>
        <Money cents={data.order_price} />
      </p>
      <p className="vd-row vd-between vd-small">
        <span>保障售价</span>
        {data.excluded ? (
          <span className="vd-error">{data.excluded}</span>
        ) : (
          <b>
            <Money cents={data.price} />
          </b>
        )}
      </p>
      <p className="vd-row vd-between vd-small">
        <span className="vd-muted">保障内费用</span>
        <Money cents={data.covered} />
      </p>
      <p className="vd-row vd-between vd-small">
        <span>拒签后赔付{data.is_capped && "（已到上限）"}</span>
        <b>
          <Money cents={data.payout} />
        </b>
      </p>
    </section>
  );
}

export function ProtectionTrial({ id }: { id: number }) {
  const [value, setValue] = useState(START);
  return (
    <div className="vd-sided is-slim">
      <Fields value={value} put={(patch) => setValue({ ...value, ...patch })} />
      <Result ask={{ ...value, id }} />
    </div>
  );
}
