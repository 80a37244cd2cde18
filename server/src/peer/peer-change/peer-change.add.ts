/** Other terms asked for: one request at a time of each kind. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { changeRows, type Terms } from "@visadesk/contract/peer/peer/change.rules.ts";
import type { changeValues, peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { CHANGE_KINDS, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { eachRow } from "#kit/db/each-row.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { NO_PEER } from "../peer/peer-scope.sql.ts";
import { lockedPeer } from "../peer/peer.sql.ts";
import { requestIssues, sameTerms, standing, termed, termsFault, wanted, type Termed } from "./change.terms.ts";
import { accountNames, NO_CHANGE, shownChanges, storedChange, type ChangeRow } from "./peer-change.sql.ts";

type Api = typeof peerChangeApi;
interface Asked {
  peer_id: number;
  kind: ChangeKind;
  values: Partial<Record<keyof typeof changeValues, string | number>>;
  reason_code: Parsed<Api["peer_change_add"]>["reason_code"];
  reason: string;
  files: readonly string[];
  valid_to: string | null;
}

/** The field that a refusal is shown at. */
const FIELD: Readonly<Record<ChangeKind, string>> = {
  credit_limit: "credit_limit",
  credit_temp: "temp_limit",
  settle_mode: "settle_mode",
  level: "level_id",
  company: "credit_code",
  owner_account: "account_id",
};

/** Told under the peer, whose page shows it. */
export async function noteChange(ctx: Ctx, p: { id: number; short_name: string }, c: Noted): Promise<void> {
  const accounts =
    c.kind === "owner_account"
      ? await accountNames(
          ctx.db,
          [c.old_value, c.new_value].map((v) => Number(v["account_id"])),
        )
      : undefined;
  const changes = changeRows(c.kind, c.old_value, c.new_value, accounts).map((r) => ({
    field: c.kind,
    label: `${c.said}·${r.label}`,
    before: r.before,
    after: r.after,
  }));
  ctx.note({ noun: "peer", noun_id: p.id, noun_no: p.short_name, reason: `${c.change_no} ${c.reason}`.trim(), changes });
}
interface Noted {
  kind: ChangeKind;
  change_no: string;
  old_value: Terms;
  new_value: Terms;
  reason: string;
  /** 申请, 通过, 驳回, 撤回. */
  said: string;
}

async function insert(ctx: Ctx, p: Termed, asked: Asked, old_value: Terms, new_value: Terms): Promise<number> {
  const { values: _, files, ...facts } = asked;
  const change_no = await nextNumber(ctx.db, "BG", ctx.now);
  const made = await ctx.db
    .insertInto("peer_changes")
    .values({
      ...facts,
      files: [...files],
      change_no,
      old_value: JSON.stringify(old_value),
      new_value: JSON.stringify(new_value),
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((c) => c.columns(["peer_id", "kind"]).where("change_status", "=", "pending").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return refuse("duplicate", `已有待审的${CHANGE_KINDS[facts.kind]}申请`);
  await noteChange(ctx, p, { kind: facts.kind, change_no, old_value, new_value, reason: facts.reason, said: "申请" });
  return made.id;
}

async function request(ctx: Ctx, asked: Asked): Promise<number> {
  const { kind, values, valid_to } = asked;
  const issues = requestIssues(kind, values, asked, dayOf(ctx.now));
  if (issues.length > 0) throw badInput(...issues);
  const p = await termed(ctx.db, found(await lockedPeer(ctx, asked.peer_id), NO_PEER));
  const [before, after] = [standing(kind, p), wanted(kind, values, valid_to)];
  refuseUnless(!sameTerms(before, after), "guard_failed", "与现在的内容相同，无需变更");
  const fault = await termsFault(ctx, p, { kind, new_value: after, created_by: ctx.me.worker_id });
  if (fault) refuse(fault.code, fault.message, { issues: [{ path: FIELD[kind], message: fault.message }] });
  return insert(ctx, p, asked, before, after);
}

export async function changeAdd(input: Parsed<Api["peer_change_add"]>, ctx: Ctx): Promise<ChangeRow> {
  const { idempotency_key: _, peer_id, kind, reason_code, reason, files, valid_to, ...values } = input;
  const id = await request(ctx, { peer_id, kind, reason_code, reason, files, valid_to, values: definedOf(values) });
  const [row] = await shownChanges(ctx, [found(await storedChange(ctx, id), NO_CHANGE)], true);
  return found(row, NO_CHANGE);
}

export async function changeBatch(
  { ids, level_id, reason_code, reason, valid_to }: Parsed<Api["peer_change_batch"]>,
  ctx: Ctx,
): Promise<Output<Api["peer_change_batch"]>> {
  const asked: Omit<Asked, "peer_id"> = { kind: "level", values: { level_id }, reason_code, reason, files: [], valid_to };
  return eachRow(
    ctx.db,
    ids.map((id) => ({ id })),
    ({ id: peer_id }) => request(ctx, { ...asked, peer_id }),
  );
}
