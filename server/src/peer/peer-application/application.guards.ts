/** What stands in the way of an application's moves: asked by the moves themselves and told beside their buttons. */
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { RETURN_ITEMS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { dayOf } from "#kit/range.ts";
import { openField } from "#kit/seal/seal.ts";
import { sealedApplication } from "../peer/peer-application.noun.ts";
import { unchanged } from "./application.rules.ts";
import type { StoredApplication } from "./application.sql.ts";
import { licenceFault } from "./checks.rules.ts";
import { accountsOf, openOfCode, peerOfCode } from "./checks.sql.ts";

export interface Fault {
  code: RefusalCode;
  message: string;
}
type Caller = Pick<Ctx, "db" | "me" | "now">;
type Guard = (ctx: Caller, a: StoredApplication) => Promise<Fault | null> | Fault | null;
const failed = (message: string | null): Fault | null => (message === null ? null : { code: "guard_failed", message });

export const MOBILE_TAKEN = "该手机号已是同行账号";
/** Whose a credit code is: an active peer's, or another open application's. */
export async function codeFault(db: Db, code: string, except: number | null): Promise<string | null> {
  const peer = await peerOfCode(db, code);
  if (peer) return `该企业已是同行「${peer.short_name}」`;
  const open = await openOfCode(db, code, except);
  return open ? `该企业已有待审核申请 ${open.application_no}` : null;
}

/** Who handed it in, won it or changed it decides about it never. */
function ownHand({ me }: Caller, a: StoredApplication): Fault | null {
  const code = "maker_is_checker";
  if (a.created_by === me.worker_id || (a.source === "bd" && a.source_id === me.worker_id))
    return { code, message: "不能审核自己提交的申请" };
  return a.changed_by.includes(me.worker_id) ? { code, message: "不能审核自己修改过的申请，请由其他审核人处理" } : null;
}

async function mayEnter(ctx: Caller, a: StoredApplication): Promise<Fault | null> {
  const own = ownHand(ctx, a);
  if (own) return own;
  const taken = await codeFault(ctx.db, a.credit_code, a.id);
  if (taken !== null) return { code: "duplicate", message: taken };
  const mobile = openField(sealedApplication, a, "contact_mobile") ?? "";
  if ((await accountsOf(ctx.db, [mobile])).length > 0) return { code: "duplicate", message: MOBILE_TAKEN };
  return failed(licenceFault(a, dayOf(ctx.now)));
}

function isMended(_ctx: Caller, a: StoredApplication): Fault | null {
  const mobile = openField(sealedApplication, a, "contact_mobile") ?? "";
  const left = unchanged({ ...a, contact_mobile: mobile }, a.returned_facts ?? {});
  return failed(left.length === 0 ? null : `以下内容尚未修改：${left.map((i) => RETURN_ITEMS[i]).join("、")}`);
}

/** Of the moves that have one. */
export const GUARDS: Readonly<Record<string, Guard>> = {
  approve: mayEnter,
  resubmit: isMended,
  withdraw: ({ me }, a) => failed(a.created_by === me.worker_id ? null : "只有提交人可以撤回"),
};
