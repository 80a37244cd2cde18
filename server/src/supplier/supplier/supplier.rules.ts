/** Decisions about suppliers: where one hands in, what asks for attention. Pure. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { isPauseOver } from "@visadesk/contract/supplier/pause.rules.ts";
import { DOCUMENT_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { PaperState } from "../supplier-document/supplier-document.rules.ts";

type Detail = Output<typeof supplierApi.supplier_get>;
export type Served = Detail["serves"][number];
export interface Place {
  country_id: string;
  /** Null: a product of no mission of its own. */
  embassy_id: number | null;
}

/** No missions named stands for all of the country's. */
export const servesPlace = (serves: readonly Served[], place: Place): boolean =>
  serves.some(
    (s) =>
      s.country_id === place.country_id &&
      (s.embassy_ids.length === 0 || place.embassy_id === null || s.embassy_ids.includes(place.embassy_id)),
  );

export interface WarningFacts {
  papers: PaperState;
  pending_payees: number;
  /** Active accounts in another name. */
  other_names: number;
  is_paused: boolean;
  pause_until: string | null;
  passports_held: number;
  originals_limit: number;
  /** Paid ahead and not used yet; it warns below its floor. */
  prepaid: number;
  prepaid_floor: number;
  today: string;
}
const names = (kinds: readonly (keyof typeof DOCUMENT_KINDS)[]): string => kinds.map((k) => DOCUMENT_KINDS[k]).join("、");

/** Worst first. */
export function warningsOf(f: WarningFacts): Detail["warnings"] {
  const { missing, expired, expiring } = f.papers;
  const all: (Detail["warnings"][number] | false)[] = [
    expired.length > 0 && { key: "paper_expired", text: `${names(expired)}已过期` },
    missing.length > 0 && { key: "paper_missing", text: `缺少${names(missing)}` },
    expiring.length > 0 && { key: "paper_expiring", text: expiring.map((p) => `${DOCUMENT_KINDS[p.kind]} ${p.valid_to} 到期`).join("，") },
    f.prepaid_floor > 0 &&
      f.prepaid < f.prepaid_floor && { key: "prepaid", text: `预付余额 ${money(f.prepaid)}，低于预警线 ${money(f.prepaid_floor)}` },
    f.other_names > 0 && { key: "payee_name", text: "收款账户户名与供应商名称不一致" },
    f.pending_payees > 0 && { key: "payee_pending", text: `${f.pending_payees}个收款账户待复核` },
    f.is_paused && isPauseOver(f.pause_until, f.today) && { key: "pause_over", text: `暂停已于 ${f.pause_until} 到期，请恢复或延期` },
    f.passports_held > f.originals_limit && {
      key: "originals",
      text: `在其处护照 ${f.passports_held} 本，超过上限 ${f.originals_limit} 本`,
    },
  ];
  return all.filter((w) => w !== false);
}

export interface EndFacts {
  open: number;
  parcels: number;
  originals: number;
  unsettled: number;
}
/** What still holds the two of us together, in turn; null when nothing does. */
export function endFault(f: EndFacts): string | null {
  if (f.open > 0) return `尚有 ${f.open} 位在办申请人`;
  if (f.parcels > 0) return `尚有 ${f.parcels} 个未完结交接单`;
  if (f.originals > 0) return `尚有 ${f.originals} 份原件在供应商处`;
  return f.unsettled === 0 ? null : `尚有未结金额 ${money(f.unsettled)}`;
}
