/** What stands in the way of a supplier's moves: asked by the moves themselves and told beside their buttons. */
import { COLLECTING_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { paperFault, paperState } from "../supplier-document/supplier-document.rules.ts";
import { papersOf } from "../supplier-document/supplier-document.sql.ts";
import { endFacts } from "./figures.sql.ts";
import { endFault } from "./supplier.rules.ts";
import { readinessOf, type StoredDetail } from "./supplier.sql.ts";

export interface Fault {
  code: RefusalCode;
  message: string;
}
type Caller = Pick<Ctx, "db" | "me" | "now">;
type Guard = (ctx: Caller, s: StoredDetail) => Promise<Fault | null>;
const failed = (message: string | null): Fault | null => (message === null ? null : { code: "guard_failed", message });

const papersHold = async (ctx: Caller, s: StoredDetail): Promise<string | null> =>
  paperFault(paperState(s.kind, await papersOf(ctx.db, s.id), dayOf(ctx.now)));

const mayBegin: Guard = async (ctx, s) => {
  const me = ctx.me.worker_id;
  if (s.created_by === me) return { code: "maker_is_checker", message: "不能审核自己创建的供应商" };
  if (s.resubmitted_by === me) return { code: "maker_is_checker", message: "不能审核自己重新提交的供应商" };
  if (s.changed_by.includes(me)) return { code: "maker_is_checker", message: "不能审核自己修改过的供应商，请由其他审核人处理" };
  const lacking = await papersHold(ctx, s);
  if (lacking !== null) return failed(lacking);
  const { active_payees, collectors } = await readinessOf(ctx.db, s.id);
  if (active_payees === 0) return failed("没有已审核的收款账户");
  return COLLECTING_KINDS.includes(s.kind) && collectors === 0 ? failed("缺少收料地址") : null;
};

/** Of the moves that have one. */
export const GUARDS: Readonly<Record<string, Guard>> = {
  activate: mayBegin,
  resume: async (ctx, s) => failed(await papersHold(ctx, s)),
  end: async (ctx, s) => failed(endFault(await endFacts(ctx.db, s.id))),
};
