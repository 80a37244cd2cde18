/** With whom we work, and with whom no more. A second person decides about a new one. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { SUPPLIER_REJECTS } from "@visadesk/contract/supplier/supplier.words.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { workerMay } from "../../account/index.ts";
import { suppliedSkus } from "../supplier-assignment/supplier-assignment.sql.ts";
import { endPayees } from "../supplier-payee/supplier-payee.ts";
import type { ProductDoor } from "../doors.ts";
import { endMatches } from "../supplier-product/end-matches.ts";
import { tellingSupply } from "../supplier-product/supply.ts";
import { checkFree } from "./supplier.check.ts";
import { GUARDS } from "./supplier.guards.ts";
import { supplierNoun } from "./supplier.noun.ts";
import { NO_SUPPLIER } from "./supplier-scope.sql.ts";
import { movingDetail, storedDetail, type StoredDetail } from "./supplier.sql.ts";

type Api = typeof supplierApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = keyof typeof supplierFlow.moves;
/** Where each move that is made here leads. */
const TO = { activate: "active", reject: "rejected", resubmit: "pending", pause: "paused", resume: "active", end: "ended" } as const;
interface Seen {
  id: number;
  version: number;
}
const DONE = { ok: true } as const;
const WORDS = supplierFlow.states;

/** The supplier as its caller saw it, held, where this move begins and nothing stands in its way. */
export const heldFor = (ctx: Ctx, seen: Seen, move: Move): Promise<StoredDetail> => seenFor(ctx, seen, move, movingDetail);

/** The same, not held yet. */
export async function seenFor(ctx: Ctx, { id, version }: Seen, move: Move, read = storedDetail): Promise<StoredDetail> {
  const s = found(await read(ctx, id), NO_SUPPLIER);
  expectUnmoved(s, version, () => `现在是「${WORDS[s.supplier_status].label}」`);
  refuseUnless(
    supplierFlow.moves[move].from.some((state) => state === s.supplier_status),
    "state_changed",
  );
  const fault = await GUARDS[move]?.(ctx, s);
  if (fault) refuse(fault.code, fault.message);
  return s;
}

/** Writes the new state and its log row. */
export async function moved(ctx: Ctx, s: StoredDetail, move: keyof typeof TO, set: SetOf<"suppliers">, reason?: string): Promise<void> {
  const to = TO[move];
  await moveRow(ctx, supplierNoun, move, { id: s.id, version: s.version, to, set: { ...set, updated_at: ctx.now } });
  ctx.note({
    noun: "supplier",
    noun_id: s.id,
    noun_no: s.short_name,
    ...(reason !== undefined && { reason }),
    changes: [{ field: "supplier_status", label: "状态", before: WORDS[s.supplier_status].label, after: WORDS[to].label }],
  });
}

/** Whoever entered it hears what became of it, as long as he may see suppliers. */
async function tellMaker(ctx: Ctx, s: StoredDetail, content: string): Promise<void> {
  if (s.created_by === null || s.created_by === ctx.me.worker_id || !(await workerMay(ctx.db, s.created_by, may.supplier))) return;
  await sendMessage(ctx, {
    channel: "in_app",
    template: "supplier_review",
    receiver: String(s.created_by),
    receiver_worker_id: s.created_by,
    content,
    ref_noun: "supplier",
    ref_id: s.id,
  });
}

async function activate(input: In<"supplier_activate">, ctx: Ctx): Promise<typeof DONE> {
  const s = await heldFor(ctx, input, "activate");
  await moved(ctx, s, "activate", { review_note: null, changed_by: [], first_active_at: s.first_active_at ?? ctx.now });
  await tellMaker(ctx, s, `供应商「${s.short_name}」已审核通过，可以匹配产品`);
  return DONE;
}

async function reject({ reason_code, reason, ...seen }: In<"supplier_reject">, ctx: Ctx): Promise<typeof DONE> {
  const s = await heldFor(ctx, seen, "reject");
  const said = `${SUPPLIER_REJECTS[reason_code]}：${reason}`;
  await moved(ctx, s, "reject", { review_note: said }, said);
  await tellMaker(ctx, s, `供应商「${s.short_name}」被驳回：${said}`);
  return DONE;
}

/** An ended one may have lost its name to another meanwhile. */
async function resubmit(input: In<"supplier_resubmit">, ctx: Ctx): Promise<typeof DONE> {
  const s = await heldFor(ctx, input, "resubmit");
  await checkFree(ctx, s, s.id);
  await moved(ctx, s, "resubmit", { review_note: null, resubmitted_by: ctx.me.worker_id, resubmitted_at: ctx.now });
  return DONE;
}

async function end({ reason, ...seen }: In<"supplier_end">, ctx: Ctx, doors: ProductDoor): Promise<typeof DONE> {
  const s = await heldFor(ctx, seen, "end");
  return tellingSupply(ctx, doors, await suppliedSkus(ctx.db, s.id), `供应商「${s.short_name}」终止合作`, async () => {
    await endMatches(ctx, s.id, `终止合作：${reason}`);
    await endPayees(ctx, s);
    await moved(ctx, s, "end", { pause_until: null, pause_reason: null }, reason);
    return DONE;
  });
}

export const supplierMoves = (doors: ProductDoor) =>
  ({
    supplier_activate: activate,
    supplier_reject: reject,
    supplier_resubmit: resubmit,
    supplier_end: (input, ctx) => end(input, ctx, doors),
  }) satisfies Partial<Handlers<Api>>;
