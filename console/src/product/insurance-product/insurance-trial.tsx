/** 保费试算: a journey and a birthday to the price of every plan. */
import { useState } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useCan } from "#kit/app/session.ts";
import { shanghaiDate, time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { coverText } from "@visadesk/contract/product/price/insurance.rules.ts";
import { Margin } from "../sku/sku-cells.tsx";
import "./insurance.css";

interface Trip {
  departure: string | null;
  return_date: string | null;
  birth_date: string | null;
}
const DAY_MS = 86_400_000;
/** A week's journey in a month, of somebody grown up. */
const startTrip = (now: number): Trip => ({
  departure: shanghaiDate(new Date(now + 30 * DAY_MS)),
  return_date: shanghaiDate(new Date(now + 36 * DAY_MS)),
  birth_date: "1990-01-01",
});

export function InsuranceTrial({ id }: { id: number }) {
  const [trip, setTrip] = useState(() => startTrip(Date.now()));
  const put = (patch: Partial<Trip>): void => setTrip({ ...trip, ...patch });
  const { departure, return_date, birth_date } = trip;
  return (
    <Section title="保费试算">
      <div className="vd-wraps in-trial">
        <label className="vd-near vd-tiny vd-muted" htmlFor="in-departure">
          出发日期
          <DateInput id="in-departure" value={departure} onChange={(v) => put({ departure: v })} />
        </label>
        <label className="vd-near vd-tiny vd-muted" htmlFor="in-return">
          返回日期
          <DateInput id="in-return" value={return_date} onChange={(v) => put({ return_date: v })} />
        </label>
        <label className="vd-near vd-tiny vd-muted" htmlFor="in-birth">
          出生日期
          <DateInput id="in-birth" value={birth_date} onChange={(v) => put({ birth_date: v })} />
        </label>
      </div>
      {departure && return_date && birth_date ? (
        <Result ask={{ id, departure, return_date, birth_date }} />
      ) : (
        <p className="vd-muted">请填写三个日期</p>
      )}
    </Section>
  );
}

function Result({ ask }: { ask: { id: number; departure: string; return_date: string; birth_date: string } }) {
  const answer = useRecord(insuranceProductApi.insurance_product_quote, ask);
  const { data } = answer;
  const seesCost = useCan(may.cost_view);
  if (!data) return <Unread slim answer={answer} rows={4} />;
  return (
    <Stack aria-live="polite">
      <p className="vd-num">
        保障 <b>{data.days}</b> 天（首尾都算），出发当日 <b>{data.age}</b> 岁，最晚 {time(data.buy_until).slice(0, 16)} 投保
        {data.is_late && <Mark tone="red">已过投保时间</Mark>}
      </p>
      <Rows
        label="各计划保费"
        of={insuranceProductApi.insurance_product_quote.output.shape.prices}
        rows={data.prices}
        by="plan_key"
        columns={[
          "plan_name",
          { name: "medical_cover", num: true, cell: coverText },
          "sum_insured",
          { name: "band", num: true, cell: (p) => (p.fault ? <span className="vd-error">{p.fault}</span> : p.band) },
          {
            name: "premium",
            cell: (p) => (
              <b>
                <Money cents={p.premium} />
              </b>
            ),
          },
          seesCost && "cost",
          seesCost && {
            title: "毛利",
            end: true,
            cell: (p) => <Margin cents={p.premium === null || p.cost === null || p.cost === undefined ? null : p.premium - p.cost} />,
          },
        ]}
      />
    </Stack>
  );
}
