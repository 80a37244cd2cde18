/**
 * The one-time link by which somebody of a peer sets his own password: 30 minutes, once. It stands nowhere in clear: the
 * table keeps its hash, the log and the record of what was sent say that there was one.
 */
import { createHash, randomBytes } from "node:crypto";
import { RESET_MINUTES } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { saveRows } from "#kit/noun/save.ts";
import { hashPasswd } from "../../account/index.ts";
import { peerAccountNoun } from "../peer/peer-account.noun.ts";

const MINUTE_MS = 60_000;
const TOKEN_BYTES = 32;
/** Where the site of the peers takes it, behind its address. */
const LINK = "/passwd?token=";
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

export interface HandedLink {
  delivery: "sent" | "unsent";
  /** Shown once where nothing could be sent. */
  token_link: string | null;
  /** Nobody has said where the site of the peers stands, so there is nothing to open. */
  no_site: boolean;
  until: string;
}
type Receiver = { id: number; account: string; mobile: string | null };

/** Makes a link in the place of the last one and hands it to the port of messages. */
export async function handLink(ctx: Ctx, a: Receiver): Promise<HandedLink> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const until = new Date(ctx.now.getTime() + RESET_MINUTES * MINUTE_MS);
  const sent = await sendMessage(ctx, {
    channel: "sms",
    template: "peer_account_link",
    receiver: a.mobile ?? a.account,
    content: `您的同行账号登录链接已生成，${RESET_MINUTES} 分钟内有效，仅可使用一次`,
    ref_noun: "peer_account",
    ref_id: a.id,
  });
  const delivery = sent === "sent" ? "sent" : "unsent";
  await saveRows(ctx, peerAccountNoun, {
    where: q`id = ${a.id}`,
    set: { reset_hash: hashOf(token), reset_until: until, reset_delivery: delivery, updated_at: ctx.now },
  });
  const site = await ctx.config("peer_site_url");
  const token_link = delivery === "sent" || site === "" ? null : site + LINK + token;
  return { delivery, token_link, no_site: site === "", until: until.toISOString() };
}

/** The password that its owner chose, by the link; open asks for it. Every session from before is over. */
export async function passwdByLink(
  ctx: Ctx,
  { token, passwd }: { token: string; passwd: string },
): Promise<{ account_id: number; peer_id: number }> {
  const hash = await hashPasswd(passwd);
  const of = await row<{ id: number; peer_id: number }>(
    ctx.db,
    q`select a.id, a.peer_id from peer_accounts a where a.reset_hash = ${hashOf(token)} and a.reset_until > ${ctx.now} and a.status = 1 for update`,
  );
  refuseUnless(of, "state_changed", "链接已失效，请联系您的客服重新发送");
  await saveRows(ctx, peerAccountNoun, {
    where: q`id = ${of.id}`,
    set: {
      passwd: hash,
      passwd_at: ctx.now,
      reset_hash: null,
      reset_until: null,
      session_round: q`session_round + 1`,
      updated_at: ctx.now,
    },
  });
  return { account_id: of.id, peer_id: of.peer_id };
}
