/** Facts of the visit notice: the booked visits of an order with their place, and what is brought along. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Address } from "@visadesk/contract/kit/field.ts";
import type { visitNoticeApi } from "@visadesk/contract/order/visit-notice.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { orderScope } from "../list/scope.ts";

type Notice = Output<typeof visitNoticeApi.visit_notice_get>;
type Person = Notice["people"][number];
export interface NoticeRow extends Omit<Person, "visit_at" | "place_address" | "bring"> {
  visit_at: string | null;
  address: Address | null;
}

/** Live people of an order in the caller's sight, in their order; without a booked visit they have no time. */
export const noticeRows = (ctx: Pick<Ctx, "db" | "me">, orderId: number): Promise<NoticeRow[]> =>
  rows(
    ctx.db,
    q`
  select a.id, a.applicant_no, a.name_cn, a.passport_no, v.visit_at, v.appointment_no, coalesce(e.name, '') as place_name, e.address, coalesce(e.phone, '') as place_phone,
    coalesce(e.transport, '') as transport, coalesce(e.carry_limits, '') as carry_limits, coalesce(e.notice_note, '') as notice_note
  from applicants a
    left join lateral (select * from visits x where x.applicant_id = a.id and x.visit_status in ('booked', 'attended') order by x.id desc limit 1) v on true
    left join embassies e on e.id = v.embassy_id
  where ${and([q`a.order_id = ${orderId}`, q`a.applicant_status not in ('cancelled', 'refunded')`, orderScope(ctx, "a")])} order by a.seq`,
  );

/** What each brings along; a paper of the library says whether it stands on the notice, one that staff added always does. */
export async function bringOf(ctx: Pick<Ctx, "db">, people: readonly number[]): Promise<ReadonlyMap<number, Person["bring"]>> {
  const list = await rows<Person["bring"][number] & { applicant_id: number }>(
    ctx.db,
    q`
  select m.id, m.applicant_id, m.name, m.is_original, m.copies, case when m.owner = 'optional' then '建议携带' else '' end as note
  from applicant_materials m left join documents d on d.id = m.document_id
  where m.applicant_id = any(${[...people]}::int8[]) and m.kind = 3 and m.material_status <> 'waived' and coalesce(d.print_on_notice, true)
  order by m.applicant_id, m.sort, m.id`,
  );
  return Map.groupBy(list, (m) => m.applicant_id);
}
