/** 新增 and 编辑 of a monthly card, and its 运价表. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { carrierCardApi, zoneRate } from "@visadesk/contract/finance/carrier-card.ts";
import { CARRIER_ZONES, type CarrierZone } from "@visadesk/contract/finance/settle.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";

export type CarrierCard = Output<typeof carrierCardApi.carrier_card_get>;
type Rate = CarrierCard["rates"][number];
const ZONES = keysOf(CARRIER_ZONES);

interface RatesProps {
  value?: readonly Rate[];
  onChange?: (rates: Rate[]) => void;
}
/** A line per zone; a zone without a first kilogram has no price of its own. */
function RatesInput({ value = [], onChange }: RatesProps) {
  const of = (zone: CarrierZone): Rate | undefined => value.find((r) => r.zone === zone);
  const set = (zone: CarrierZone, first: number | null, next: number | null): void =>
    onChange?.(
      ZONES.flatMap((z) => {
        if (z !== zone) return of(z) ?? [];
        return first === null ? [] : [{ zone, first_kg: first, next_kg: next ?? 0 }];
      }),
    );
  return (
    <Rows
      label="运价"
      of={zoneRate}
      by="zone"
      rows={ZONES.map((zone) => ({ zone, first_kg: of(zone)?.first_kg ?? null, next_kg: of(zone)?.next_kg ?? null }))}
      columns={[
        { name: "zone", cell: (r) => CARRIER_ZONES[r.zone] },
        {
          name: "first_kg",
          cell: (r) => (
            <MoneyInput
              aria-label={`${CARRIER_ZONES[r.zone]}首重`}
              value={r.first_kg}
              onChange={(v: number | null | undefined) => set(r.zone, v ?? null, r.next_kg)}
            />
          ),
        },
        {
          name: "next_kg",
          cell: (r) => (
            <MoneyInput
              aria-label={`${CARRIER_ZONES[r.zone]}续重`}
              value={r.next_kg}
              disabled={r.first_kg === null}
              onChange={(v: number | null | undefined) => set(r.zone, r.first_kg, v ?? 0)}
            />
          ),
        },
      ]}
    />
  );
}
const RATES_HELP = "续重按每公斤进位；没有运价的区域按省外计价，暂估从保存后寄出的运单起用新价";

const Items = () => (
  <>
    <Item name="supplier_id" half />
    <Item name="carrier_code" half />
    <Item name="card_no" half />
    <Item name="name" half />
    <Item name="team_id" half help="不选则各团队共用；本团队的卡优先" />
    <Item name="bill_day" half help="承运商每月几日出账单" />
    <Item name="rates" help={RATES_HELP}>
      <RatesInput />
    </Item>
  </>
);

export function CardAdd({ onClose }: { onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={carrierCardApi.carrier_card_add}
      title="新增月结卡"
      okText="保存"
      width={720}
      initial={{ team_id: null, bill_day: 1, rates: [] }}
      onDone={() => {
        toast.success("月结卡已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Items />
    </FormDialog>
  );
}
interface Of {
  id: number;
  onClose: () => void;
}
export function CardEdit({ id, onClose }: Of) {
  const afterWrite = useAfterWrite();
  const answer = useRecord(carrierCardApi.carrier_card_get, { id });
  const c = answer.data;
  if (!c) return <Dialog title="编辑月结卡" reads={answer} onClose={onClose} />;
  return (
    <FormDialog
      endpoint={carrierCardApi.carrier_card_update}
      title={`编辑月结卡：${c.name}`}
      okText="保存"
      width={720}
      initial={c}
      onDone={() => {
        toast.success("月结卡已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Items />
      <Item name="is_enabled" {...(c.is_billed && { help: "已有账单的月结卡不可停用，也不能更换快递公司" })} />
    </FormDialog>
  );
}

/** 运价表 of a card, to read. */
export function CardRates({ id, onClose }: Of) {
  const answer = useRecord(carrierCardApi.carrier_card_get, { id });
  const c = answer.data;
  return (
    <Dialog title={c ? `运价表：${c.name}` : "运价表"} reads={answer} onClose={onClose}>
      {c ? (
        <Rows
          label="运价表"
          of={zoneRate}
          by="zone"
          rows={[...c.rates]}
          columns={[
            { name: "zone", cell: (r) => CARRIER_ZONES[r.zone] },
            { name: "first_kg", end: true, cell: (r) => <Money cents={r.first_kg} /> },
            { name: "next_kg", end: true, cell: (r) => <Money cents={r.next_kg} /> },
          ]}
        />
      ) : (
        <Unread slim answer={answer} />
      )}
    </Dialog>
  );
}
