/** Papers that end soon: their supplier's owner is told 30 and 7 days before and on the day itself, each time once. */
import { DOCUMENT_KINDS, NOTICE_DAYS, type DocumentKind } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import type { JobDef } from "#kit/jobs.ts";
import { dayOf } from "#kit/range.ts";

interface Ending {
  id: number;
  kind: DocumentKind;
  valid_to: string;
  days: number;
  supplier_id: number;
  short_name: string;
  owner_id: number;
  account: string;
}
/** Papers at a step nobody was told of: the nearest of the steps that have come, so that a day without a run is made up for. */
const endingOf = ({ db, now }: Ctx): Promise<(Ending & { step: number })[]> =>
  rows(
    db,
    q`
    select d.id, d.kind, d.valid_to, d.valid_to - ${dayOf(now)}::date as days, n.step, s.id as supplier_id, s.short_name, s.owner_id, w.account
    from supplier_documents d join suppliers s on s.id = d.supplier_id join workers w on w.id = s.owner_id
    cross join lateral (select min(x) as step from unnest(${[...NOTICE_DAYS]}::int4[]) x where x >= d.valid_to - ${dayOf(now)}::date) n
    where d.superseded_at is null and d.valid_to >= ${dayOf(now)}::date and s.supplier_status in ('active', 'paused')
      and n.step is not null and (d.noticed_days is null or d.noticed_days > n.step)
    order by d.valid_to, d.id for update of d`,
  );

async function tellOwners(ctx: Ctx): Promise<{ told: number }> {
  const ending = await endingOf(ctx);
  for (const d of ending)
    await sendMessage(ctx, {
      channel: "in_app",
      template: "supplier_document",
      receiver: d.account,
      receiver_worker_id: d.owner_id,
      content: `${d.short_name}的${DOCUMENT_KINDS[d.kind]}${d.days === 0 ? "今天到期" : `还有 ${d.days} 天到期（${d.valid_to}）`}，请登记新的证照`,
      ref_noun: "supplier",
      ref_id: d.supplier_id,
    });
  const told = ending.map(({ id, step }) => ({ id, step }));
  await rows(
    ctx.db,
    q`update supplier_documents d set noticed_days = t.step from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(id int8, step int4) where d.id = t.id`,
  );
  return { told: ending.length };
}

export const supplierDocumentJobs: readonly JobDef[] = [
  { name: "supplier_document_notice", label: "供应商证照到期提醒", cron: "every day 08:00", atomic: true, run: tellOwners },
];
