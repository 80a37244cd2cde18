/** Companies let in by a second person. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import type { Ctx } from "#kit/call/context.ts";
import { eachRow } from "#kit/db/each-row.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import type { ActivityDoor } from "../doors.ts";
import { handLink } from "../peer-account/account-link.ts";
import { holdAdmission } from "../peer/owners.ts";
import { admit } from "./admit.ts";
import { heldFor, moved, type Seen } from "./application.moves.ts";
import { checksOf, notGreen } from "./checks.ts";
import { decisionOf, type Asked } from "./decision.ts";
import { leadWon } from "./lead-link.ts";
import { told } from "./told.ts";

type Api = typeof peerApplicationApi;

/** `unseen`: one of several, whose page nobody looked at; then nothing may stand against it. */
async function approveOne(ctx: Ctx, seen: Seen, asked: Asked & { unseen: boolean }, activity: ActivityDoor): Promise<void> {
  const a = await heldFor(ctx, seen, "approve");
  const bad = asked.unseen ? notGreen((await checksOf(ctx, [a], activity)).get(a.id)) : 0;
  refuseUnless(bad === 0, "guard_failed", `有 ${bad} 项检查未通过，请打开详情单独审核`);
  const decision = await decisionOf(ctx, a, asked);
  const peer = await admit(ctx, a, decision);
  const set = { ...decision, peer_id: peer.id, decided_by: ctx.me.worker_id, decided_at: ctx.now };
  await moved(ctx, a, { move: "approve", set });
  await leadWon(ctx, a.id, peer.id);
  await activity.registered(ctx, peer.id, a.id);
  const welcome = `您的入驻申请 ${a.application_no} 已通过，编号 ${peer.peer_no}，登录账号 ${peer.owner.account}`;
  await handLink(ctx, peer.owner);
  await told(ctx, a, `已通过，同行编号 ${peer.peer_no}`, welcome);
}

export const approve =
  (activity: ActivityDoor) =>
  async (
    { rows, level_id, service_group_id, bd_owner_id, cs_owner_id }: Parsed<Api["peer_application_approve"]>,
    ctx: Ctx,
  ): Promise<Output<Api["peer_application_approve"]>> => {
    await holdAdmission(ctx.db);
    const unseen = rows.length > 1;
    const asked = { level_id, service_group_id, bd_owner_id, cs_owner_id, unseen };
    return eachRow(ctx.db, rows, (seen) => approveOne(ctx, seen, asked, activity));
  };
