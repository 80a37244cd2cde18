/** 调价 of a match: the whole cost as it shall be, beside what holds now; a second person passes it. */
import { Form, Switch } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { ask } from "#kit/act/ask.ts";
import { uuid } from "#kit/app/hash.ts";
import { toast } from "#kit/app/feedback.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { FeeInput } from "#kit/inputs/fee-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { keysOf } from "#kit/words.ts";
import { CURRENCIES } from "@visadesk/contract/base-data/official-fee.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { childFault } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { supplierPriceApi as api } from "@visadesk/contract/supplier/supplier-price.ts";
import { askWithdraw } from "../supplier-product/match-rows.ts";
import { costText, nameOf, type Match, type Price, type Prices } from "../supplier-product/match-model.ts";
import { PriceChange } from "./match-price-change.tsx";
import type { PricedSku } from "./match-price-model.ts";
import { WhyItems } from "./match-why.tsx";

export interface MatchPriceProps {
  match: Match;
  onClose: () => void;
}

interface SwitchProps {
  id?: string;
  checked?: boolean;
  onChange?: (on: boolean) => void;
}
/** A cost that does not hold the fee has none of it. */
function FeeSwitch({ id, checked, onChange }: SwitchProps) {
  const { form } = useFormScope();
  return (
    <Switch
      {...(id !== undefined && { id })}
      checked={checked === true}
      onChange={(on) => {
        onChange?.(on);
        if (!on) form.setFieldValue("embassy_fee", 0);
      }}
    />
  );
}
function EmbassyFee() {
  const { form, initial } = useFormScope();
  const typed: unknown = Form.useWatch("embassy_included", form);
  return (
    <Item name="embassy_fee" half>
      <FeeInput disabled={(typed ?? initial["embassy_included"]) !== true} />
    </Item>
  );
}

interface TiersProps {
  tiers: PricedSku["tiers"];
  value?: Record<string, number>;
  onChange?: (extras: Record<string, number>) => void;
}
/** The extra of each tier; a blank one is not offered by this supplier. */
const TiersInput = ({ tiers, value = {}, onChange }: TiersProps) => (
  <div className="vd-halves">
    {tiers.map((t) => (
      <div key={t.tier_code} className="vd-near">
        <span className="vd-small">{t.name}</span>
        <FeeInput
          aria-label={`加急 ${t.name}`}
          placeholder="不提供"
          value={value[t.tier_code] ?? null}
          onChange={(minor) => {
            const { [t.tier_code]: _, ...rest } = value;
            onChange?.(minor === null ? rest : { ...rest, [t.tier_code]: minor });
          }}
        />
      </div>
    ))}
  </div>
);

const startOf = (match: Match, before: Price | null, { has_child }: PricedSku) => ({
  supplier_product_id: match.id,
  child: has_child ? (before?.child ?? null) : null,
  urgent: before?.urgent ?? {},
  embassy_included: before?.embassy_included ?? false,
  centre_included: before?.centre_included ?? false,
  embassy_fee: before?.embassy_fee ?? 0,
  currency: keysOf(CURRENCIES).find((c) => c === before?.currency) ?? ("CNY" as const),
  effective_at: null,
  reason_kind: "supplier" as const,
  ...(before && { adult: before.adult }),
});

function PriceForm({ match, prices, onClose }: { match: Match; prices: Prices; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const { sku } = prices;
  const before = prices.list.find((p) => p.is_in_force) ?? null;
  return (
    <FormDialog
      endpoint={api.supplier_price_propose}
      title={`调价“${nameOf(match)}”`}
      okText="提交审核"
      width={760}
      intro={before ? "审核通过后生效，已分派的申请人按分派时的价格结算。" : "还没有结算价。商品从未上架时首次报价立即生效，否则提交审核。"}
      initial={startOf(match, before, sku)}
      onDone={({ adjust_no }) => {
        toast.success(adjust_no ? `已提交调价单 ${adjust_no}，审核通过后生效` : "首次报价已生效");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="adult" half needs="请输入成人结算价">
        <FeeInput />
      </Item>
      {sku.has_child && (
        <Item name="child" half needs={childFault(true, null) ?? ""}>
          <FeeInput />
        </Item>
      )}
      <Item name="currency" half />
      {sku.tiers.length > 0 && (
        <Item name="urgent" help="每人另加；留空为不提供">
          <TiersInput tiers={sku.tiers} />
        </Item>
      )}
      <Item name="embassy_included" half>
        <FeeSwitch />
      </Item>
      <EmbassyFee />
      <Item name="centre_included" half />
      <WhyItems />
      <PriceChange before={before} sku={sku} />
    </FormDialog>
  );
}

/** One proposal at a time: what waits is told, and may be taken back by whoever sent it. */
function Waiting({ match, price: p, onClose }: { match: Match; price: Price; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const withdraw = async (): Promise<boolean> => {
    if (!(await askWithdraw(p.adjust_no))) return false;
    const ok = await ask(api.supplier_price_withdraw, { id: p.id, idempotency_key: uuid() }).then(
      () => true,
      () => false,
    );
    if (ok) toast.success("已撤回");
    afterWrite();
    if (ok) onClose();
    return ok;
  };
  return (
    <Dialog title={`调价“${nameOf(match)}”`} onClose={onClose}>
      <p>该价格已有待审核的调价单 {p.adjust_no}</p>
      <p className="vd-muted">
        {p.created_by_name ?? "系统"} {time(p.created_at).slice(0, 16)} 提出，成人 {costText(p.adult, p.currency)}，
        {p.effective_at ? `${time(p.effective_at).slice(0, 16)} 生效` : "通过后立即生效"}。{p.reason}
      </p>
      {match.own_price_id === p.id && (
        <p>
          <ActButton onClick={withdraw}>撤回</ActButton>
        </p>
      )}
    </Dialog>
  );
}

export function MatchPrice({ match, onClose }: MatchPriceProps) {
  const answer = useRecord(api.supplier_price_query, { supplier_product_id: match.id });
  // What the dialog was opened with stays under it.
  const [opened, setOpened] = useState<Prices | null>(null);
  if (answer.data && !opened) setOpened(answer.data);
  const waits = opened?.list.find((p) => p.review === "pending");
  if (opened && waits) return <Waiting match={match} price={waits} onClose={onClose} />;
  if (opened) return <PriceForm match={match} prices={opened} onClose={onClose} />;
  return <Dialog title={`调价“${nameOf(match)}”`} reads={answer} onClose={onClose} />;
}
