/** What a new official fee does to the products that charge the former one, and the price requests that follow. */
import { Alert, Drawer, Input, Radio } from "antd";
import { useState } from "react";
import { Stack, TwoLines } from "#kit/page/blocks.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { uuid } from "#kit/app/hash.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session, useCan } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { feeText, isRate } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { FEE_KEEPS, officialFeeApi } from "@visadesk/contract/base-data/official-fee.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { feePeriod } from "./official-fee.ts";
import "../country/country.css";
import "../record/record.css";

type Answer = Output<typeof officialFeeApi.official_fee_affected_query>;
type Change = Answer["list"][number];
type Keep = keyof typeof FEE_KEEPS;
const KEEPS: readonly Keep[] = ["service", "price"];

export interface OfficialFeeChangeProps {
  fee: { id: number; name: string };
  onClose: () => void;
}

/** A request can be opened. */
const isFree = (c: Change): boolean => c.adjust_no === null && c.fault === null;

const FromTo = ({ from, to }: { from: number | null; to: number | null }) =>
  from === to ? (
    <Money cents={to} />
  ) : (
    <TwoLines
      end
      under={
        <s className="vd-num">
          <Money cents={from} />
        </s>
      }
    >
      <Money cents={to} />
    </TwoLines>
  );

function Product({ change: c }: { change: Change }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("product-detail", { id: c.sku_id }, codes, { tab: "price" });
  return (
    <TwoLines title={c.name} under={c.sku_no}>
      {href ? <HrefLink href={href}>{c.name}</HrefLink> : c.name}
    </TwoLines>
  );
}

function Verdict({ change: c }: { change: Change }) {
  if (c.adjust_no !== null) return <Mark tone="orange">待审核 {c.adjust_no}</Mark>;
  if (c.fault !== null) return <span className="vd-error">{c.fault}</span>;
  const others = c.cells.filter((x) => x.price_kind !== "retail" && !x.price_kind.endsWith("_fee")).length;
  const words = [others > 0 && `另 ${others} 项同行价同步`, c.fee_in_cost && "供应商报价含此费，成本须另行确认"].filter(Boolean);
  return <span className="vd-muted">{words.join("；") || "—"}</span>;
}

const columnsFor = (seesCost: boolean): TableColumn<Change>[] => [
  { key: "product", title: "商品", width: 260, render: (c) => <Product change={c} /> },
  { key: "fee", title: "官方收费", width: 104, align: "end", render: (c) => <FromTo from={c.fee_old} to={c.fee_new} /> },
  { key: "retail", title: "门市价", width: 108, align: "end", render: (c) => <FromTo from={c.retail_old} to={c.retail_new} /> },
  ...(seesCost
    ? [
        {
          key: "margins",
          title: "毛利",
          width: 100,
          align: "end" as const,
          hint: "成人门市价减总成本",
          render: (c: Change) => <FromTo from={c.margin_old} to={c.margin_new} />,
        },
      ]
    : []),
  { key: "verdict", title: "说明", render: (c) => <Verdict change={c} /> },
];

interface Asked {
  rate: string;
  keep: Keep;
}

function Controls({ answer, asked, put }: { answer: Answer; asked: Asked; put: (next: Asked) => void }) {
  const [rate, setRate] = useState(asked.rate);
  const wrong = rate !== "" && !isRate(rate);
  const { currency } = answer.fee;
  return (
    <div className="vd-wraps">
      {currency !== "CNY" && (
        <label className="vd-row">
          1 {currency} =
          <Input
            value={rate}
            inputMode="decimal"
            className="bd-rate"
            aria-label="汇率"
            aria-invalid={wrong}
            status={wrong ? "error" : ""}
            suffix="CNY"
            placeholder={answer.list.find((c) => c.rate !== null)?.rate ?? "请输入汇率"}
            onChange={(e) => setRate(e.target.value.trim())}
            onBlur={() => !wrong && put({ ...asked, rate })}
            onPressEnter={() => !wrong && put({ ...asked, rate })}
          />
          <span className="vd-muted">{wrong ? "应为大于0的数，最多六位小数" : "留空按各商品上次的汇率"}</span>
        </label>
      )}
      <Radio.Group
        aria-label="调价方式"
        value={asked.keep}
        options={KEEPS.map((value) => ({ value, label: FEE_KEEPS[value] }))}
        onChange={(e) => put({ ...asked, keep: e.target.value === "price" ? "price" : "service" })}
      />
    </div>
  );
}

const Head = ({ answer: { fee, former } }: { answer: Answer }) => (
  <p className="vd-wraps">
    {former && (
      <span>
        <s>{feeText(former.adult, former.currency)}</s> → <b>{feeText(fee.adult, fee.currency)}</b>
      </span>
    )}
    {fee.child !== null && <span>儿童 {feeText(fee.child, fee.currency)}</span>}
    <span>{feePeriod(fee)}</span>
  </p>
);

/** Opens the requests; what was refused stays in the table with its reason. */
function useSubmit(feeId: number, asked: Asked, answer: Answer | undefined, picked: readonly number[]) {
  const afterWrite = useAfterWrite();
  return async (): Promise<void> => {
    const done = await ask(officialFeeApi.official_fee_adjust, {
      id: feeId,
      keep: asked.keep,
      ...(asked.rate && { rate: asked.rate }),
      sku_ids: [...picked],
      expected_count: answer?.total ?? 0,
      idempotency_key: uuid(),
    });
    const refused = done.results.filter((r) => !r.ok);
    if (done.opened > 0) toast.success(`已提交 ${done.opened} 个调价单，批次 ${done.batch_no ?? ""}，审核通过后生效`);
    if (refused.length > 0) toast.warning(`${refused.length} 个商品没有提交：${refused[0]?.msg ?? ""}`);
    afterWrite();
  };
}

export function OfficialFeeChange({ fee, onClose }: OfficialFeeChangeProps) {
  const [asked, setAsked] = useState<Asked>({ rate: "", keep: "service" });
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const seesCost = useCan(may.cost_view);
  const maySubmit = useCan(may.sku);
  const answer = useRecord(officialFeeApi.official_fee_affected_query, {
    id: fee.id,
    keep: asked.keep,
    ...(asked.rate && { rate: asked.rate }),
  });
  const list = answer.data?.list ?? [];
  const free = list.filter(isFree).map((c) => c.sku_id);
  const picked = free.filter((id) => !left.has(id));
  const submit = useSubmit(fee.id, asked, answer.data, picked);
  return (
    <Drawer
      open
      size={920}
      title={`“${fee.name}”影响的商品`}
      onClose={onClose}
      footer={
        <div className="vd-row vd-at-end">
          {!maySubmit && <span className="vd-muted">提交调价需要商品管理权限，请通知产品经理</span>}
          <ActButton type="primary" may={may.sku} disabled={picked.length === 0} onClick={submit}>
            {picked.length > 0 ? `提交 ${picked.length} 个调价单` : "提交调价单"}
          </ActButton>
        </div>
      }
    >
      {!answer.data ? (
        <Unread slim answer={answer} rows={6} />
      ) : (
        <Stack>
          <Head answer={answer.data} />
          <Controls answer={answer.data} asked={asked} put={setAsked} />
          {answer.data.needs_rate && <Alert type="warning" showIcon title="有商品没有可用的汇率，请先输入汇率" />}
          {list.length === 0 ? (
            <p className="vd-muted">没有商品使用原来的收费，不需要调价</p>
          ) : (
            <Table
              label="受影响的商品"
              columns={columnsFor(seesCost)}
              rows={list}
              rowKey={(c) => c.sku_id}
              density="small"
              {...(maySubmit && {
                checks: {
                  idOf: (c: Change) => c.sku_id,
                  picked,
                  onPick: (ids: readonly number[]) => setLeft(new Set(free.filter((id) => !ids.includes(id)))),
                },
              })}
            />
          )}
          {answer.data.total > list.length && (
            <p className="vd-muted">
              共 {answer.data.total} 个商品，先列出 {list.length} 个；提交后再打开即为其余商品。
            </p>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
