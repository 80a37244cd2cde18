/** 汇率表: the last days by currency, those without a rate in red; a day's rate is added here. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { Button, Drawer, Form } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { FOREIGN_CURRENCIES, fxRateApi } from "@visadesk/contract/finance/embassy/fx-rate.ts";
import { rateGrid, type RateDay } from "./rate-grid.ts";

type Rate = Output<typeof fxRateApi.fx_rate_query>["list"][number];
const DAYS = 14;
const DAY_MS = 86_400_000;
const back = (days: number): string => shanghaiDate(new Date(Date.now() - days * DAY_MS));

interface RateFormProps {
  day: string;
  currency?: Rate["currency"];
  onClose: () => void;
}
const isCurrency = (key: string): key is Rate["currency"] => Object.hasOwn(FOREIGN_CURRENCIES, key);
/** What stands for that day already, and what becomes of it: the version that was seen goes with the new one. */
interface KnownProps {
  value?: number;
  onChange?: (version: number | undefined) => void;
}
function Known({ value, onChange }: KnownProps) {
  const { form } = useFormScope();
  const [currency, day, rate] = [Form.useWatch("currency", form), Form.useWatch("day", form), Form.useWatch("rate", form)] as const;
  const asked = typeof currency === "string" && typeof day === "string" && isCurrency(currency) && { currency: [currency], day };
  const { data } = useQuery({
    queryKey: [fxRateApi.fx_rate_query.name, "known", asked],
    queryFn: asked
      ? ({ signal }) =>
          ask(
            fxRateApi.fx_rate_query,
            { currency: asked.currency, day: { from: asked.day, to: asked.day }, page_size: 1 },
            { signal, noToast: true },
          )
      : skipToken,
  });
  const known = data?.list[0];
  const version = known?.version;
  const hand = useEffectEvent(() => onChange?.(version));
  useEffect(() => {
    if (value !== version) hand();
  }, [value, version]);
  if (!known) return <span className="vd-muted">{data ? "还没有汇率" : "选择币种和日期后显示"}</span>;
  const becomes = known.is_used ? "已用于缴费，不能修改" : `保存后改为 ${typeof rate === "string" && rate !== "" ? rate : "新汇率"}`;
  return <output className="vd-note vd-small vd-tone-red" aria-label="已有汇率">{`已有 ${known.rate}，${becomes}`}</output>;
}

function RateForm({ day, currency, onClose }: RateFormProps) {
  const afterWrite = useAfterWrite();
  const [jump, setJump] = useState<string | null>(null);
  return (
    <FormDialog
      endpoint={fxRateApi.fx_rate_add}
      title="录入汇率"
      intro="一个外币单位折合的人民币，最多六位小数。已用于缴费的汇率不能修改。"
      initial={{ day, ...(currency && { currency }), source: "中国银行折算价" }}
      follows={["version"]}
      onRefused={(e) => {
        // Somebody else may have typed the day's rate meanwhile.
        afterWrite();
        if (e.code !== "confirm_needed") return false;
        setJump(e.msg);
        return true;
      }}
      onDone={afterWrite}
      onClose={onClose}
    >
      <Item name="currency" half />
      <Item name="day" half past />
      <Item name="rate" half />
      <Item name="source" half />
      <Item name="version" label="当日汇率">
        <Known />
      </Item>
      {jump !== null && <Item name="confirm_jump" help={<span className="vd-error">{jump}</span>} />}
    </FormDialog>
  );
}

export interface RateDrawerProps {
  onClose: () => void;
}
export function RateDrawer({ onClose }: RateDrawerProps) {
  const [dialog, open] = useDialog();
  const answer = useRecord(fxRateApi.fx_rate_query, { day: { from: back(DAYS - 1), to: back(0) }, page_size: 100 });
  const add = (day: string, currency?: Rate["currency"]): void =>
    open((close) => <RateForm day={day} {...(currency && { currency })} onClose={close} />);
  return (
    <Drawer
      open
      size={720}
      title="汇率表"
      extra={
        <Button type="primary" onClick={() => add(back(0))}>
          录入汇率
        </Button>
      }
      onClose={onClose}
    >
      <Reads answer={answer}>
        {({ list }) => {
          const { currencies, days } = rateGrid(
            list,
            Array.from({ length: DAYS }, (_, i) => back(i)),
          );
          return (
            <Stack>
              <p className="vd-muted">近 {DAYS} 天，缺少的日子标红；支付当日没有汇率的币种不能登记支付。</p>
              <Rows<RateDay>
                label="汇率表"
                rows={days}
                by="day"
                none="还没有汇率"
                columns={[
                  { title: "日期", cell: (d) => <span className="vd-num">{d.day}</span> },
                  ...currencies.map((c) => ({
                    title: c,
                    cell: (d: RateDay) => {
                      const rate = d.rates.get(c);
                      return rate ? (
                        <TwoLines under={rate.is_used && "已使用"} title={`${rate.source} ${rate.created_by_name ?? ""}`}>
                          <span className="vd-num">{rate.rate}</span>
                        </TwoLines>
                      ) : (
                        <Button type="link" size="small" danger onClick={() => add(d.day, c)}>
                          缺少
                        </Button>
                      );
                    },
                  })),
                ]}
              />
            </Stack>
          );
        }}
      </Reads>
      {dialog}
    </Drawer>
  );
}
