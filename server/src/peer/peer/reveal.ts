/** One mobile in full: of a peer, a login of it, an application or a lead in the caller's sight; counted and told to the log as a look. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row, type Sql } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { revealAllowed } from "../../setting/index.ts";
import { sealedLead } from "../exhibition/exhibition.noun.ts";
import { leadScope } from "../exhibition/lead-scope.sql.ts";
import { applicationScope } from "../peer-application/application-scope.sql.ts";
import { sealedAccount } from "./peer-account.noun.ts";
import { sealedApplication } from "./peer-application.noun.ts";
import { peerScope } from "./peer-scope.sql.ts";
import { sealedPeer } from "./peer.noun.ts";

type Input = Parsed<(typeof peerApi)["peer_reveal"]>;
type Kind = Input["noun"];
interface Held {
  noun: string;
  noun_id: number;
  noun_no: string;
  label: string;
  [column: string]: unknown;
}

const READ: Readonly<Record<Kind, (ctx: Pick<Ctx, "me">, id: number) => Sql>> = {
  peer: (ctx, id) => q`select p.*, 'peer' as noun, p.id as noun_id, p.short_name as noun_no, '联系人的手机' as label from peers p
    where ${and([q`p.id = ${id}`, peerScope(ctx)])}`,
  peer_account: (
    ctx,
    id,
  ) => q`select a.*, 'peer' as noun, p.id as noun_id, p.short_name as noun_no, '子账号「' || a.account || '」的手机' as label
    from peer_accounts a join peers p on p.id = a.peer_id where ${and([q`a.id = ${id}`, peerScope(ctx)])}`,
  peer_application: (
    ctx,
    id,
  ) => q`select a.*, 'peer_application' as noun, a.id as noun_id, a.application_no as noun_no, '联系人的手机' as label
    from peer_applications a where ${and([q`a.id = ${id}`, applicationScope(ctx)])}`,
  exhibition_lead: (ctx, id) => q`select l.*, 'exhibition_lead' as noun, l.id as noun_id, l.company as noun_no, '线索的手机' as label
    from exhibition_leads l where ${and([q`l.id = ${id}`, leadScope(ctx)])}`,
};
const OPEN: Readonly<Record<Kind, (held: Held) => string | null>> = {
  peer: (held) => openField(sealedPeer, held, "contact_mobile"),
  peer_account: (held) => openField(sealedAccount, held, "mobile"),
  peer_application: (held) => openField(sealedApplication, held, "contact_mobile"),
  exhibition_lead: (held) => openField(sealedLead, held, "mobile"),
};

export async function reveal({ noun, id, reason }: Input, ctx: Ctx): Promise<{ mobile: string | null }> {
  const held = found(await row<Held>(ctx.db, READ[noun](ctx, id)), "记录不存在或无权查看");
  await revealAllowed(ctx);
  const change = { field: "mobile", label: held.label, before: null, after: null };
  ctx.note({ kind: "reveal", noun: held.noun, noun_id: held.noun_id, noun_no: held.noun_no, reason: reason ?? null, changes: [change] });
  return { mobile: OPEN[noun](held) };
}
