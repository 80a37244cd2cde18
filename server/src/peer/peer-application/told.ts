/** Who hears what became of an application: those of us who brought it, and the company itself. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { openField } from "#kit/seal/seal.ts";
import { workerMay } from "../../account/index.ts";
import { sealedApplication } from "../peer/peer-application.noun.ts";
import type { StoredApplication } from "./application.sql.ts";

/** Whoever handed it in and the BD named as its source, as long as they may see peers. */
async function tellUs(ctx: Ctx, a: StoredApplication, content: string): Promise<void> {
  const ours = new Set([a.created_by, a.source === "bd" ? a.source_id : null].filter((id) => id !== null));
  for (const id of ours)
    if (id !== ctx.principal?.worker_id && (await workerMay(ctx.db, id, may.peer)))
      await sendMessage(ctx, {
        channel: "in_app",
        template: "peer_application",
        receiver: String(id),
        receiver_worker_id: id,
        content,
        ref_noun: "peer_application",
        ref_id: a.id,
      });
}

/** `toCompany`: what its contact is written, which has no number of ours but the application's. */
export async function told(ctx: Ctx, a: StoredApplication, content: string, toCompany: string): Promise<void> {
  await tellUs(ctx, a, `入驻申请 ${a.application_no}「${a.name}」${content}`);
  const receiver = openField(sealedApplication, a, "contact_mobile");
  if (receiver !== null)
    await sendMessage(ctx, {
      channel: "sms",
      template: "peer_application",
      receiver,
      content: toCompany,
      ref_noun: "peer_application",
      ref_id: a.id,
    });
}
