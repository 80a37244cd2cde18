/** What was asked for again and never came: the application lapses. */
import { RETURN_DAYS, RETURN_LAPSED } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { JobDef } from "#kit/jobs.ts";
import { moved } from "./application.moves.ts";
import { COLUMNS, type StoredApplication } from "./application.sql.ts";
import { leadBack } from "./lead-link.ts";
import { told } from "./told.ts";

const DAY_MS = 86_400_000;

async function lapse(ctx: Ctx): Promise<{ lapsed: number }> {
  const since = new Date(ctx.now.getTime() - RETURN_DAYS * DAY_MS);
  const late = await rows<StoredApplication>(
    ctx.db,
    q`
    select ${COLUMNS} from peer_applications a where a.application_status = 'returned' and a.returned_at <= ${since}
    order by a.id for update`,
  );
  for (const a of late) {
    await moved(ctx, a, { move: "lapse", set: { reason_text: RETURN_LAPSED }, reason: RETURN_LAPSED });
    await leadBack(ctx, a.id);
    await told(ctx, a, `${RETURN_LAPSED}，已撤回`, `您的入驻申请 ${a.application_no} ${RETURN_LAPSED}，已撤回`);
  }
  return { lapsed: late.length };
}

export const applicationJobs: readonly JobDef[] = [
  { name: "peer_application_watch", label: "入驻申请超时撤回", cron: "every hour", atomic: true, run: lapse },
];
