/** Levels: what each asks for and gives; who would move if one asked for something else. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import { downgradeOf, thresholdsFault, upgradeOf, type LevelTerms } from "@visadesk/contract/peer/level/level.rules.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { definedOf } from "#kit/files/objects.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";
import { figuresOf, graded, levelTerms, type Graded } from "./level-figures.sql.ts";
import { levelRunServer } from "./level-run.ts";
import { peerLevelNoun } from "./peer-level.noun.ts";
import { levelRows, type LevelRow } from "./peer-level.sql.ts";

type Api = typeof peerLevelApi;
type Preview = Output<Api["peer_level_preview"]>;
/** Movers that are named; the rest is counted. */
const NAMED = 50;

type Asked = Omit<Parsed<Api["peer_level_preview"]>, "code">;
/** All levels with one of them as it would be; refused where they do not fit together. */
function withLevel(levels: readonly LevelTerms[], code: LevelCode, set: Asked): LevelTerms[] {
  const after = levels.map((l) => (l.code === code ? { ...l, ...definedOf(set) } : l));
  const [first] = after;
  if (first && (first.gmv_min !== null || first.orders_min !== null || first.topup_min !== null)) refuse("guard_failed", "V1 不设门槛");
  if (first?.status === 0) refuse("guard_failed", "V1 不能停用");
  const fault = thresholdsFault(after, code);
  if (fault !== null) refuse("guard_failed", fault.message, { issues: [fault] });
  return after;
}

/** Who moves because of it: whom today's thresholds move as well is none of it. */
async function preview({ code, ...set }: Parsed<Api["peer_level_preview"]>, ctx: Ctx): Promise<Preview> {
  const today = await levelTerms(ctx.db);
  const [levels, peers] = [withLevel(today, code, set), await graded(ctx.db, ctx.now, peerScope(ctx))];
  const moved = (by: typeof upgradeOf | typeof downgradeOf): Preview["up"] =>
    peers.flatMap((p: Graded) => {
      const to_level = by(levels, p, p, dayOf(ctx.now));
      return to_level === null || to_level === by(today, p, p, dayOf(ctx.now))
        ? []
        : [{ peer_id: p.id, peer_no: p.peer_no, peer_name: p.short_name, from_level: p.code, to_level, ...figuresOf(p) }];
    });
  const [up, down] = [moved(upgradeOf), moved(downgradeOf)];
  return { up: up.slice(0, NAMED), down: down.slice(0, NAMED), up_count: up.length, down_count: down.length };
}

type Cap = Pick<LevelRow, "credit_cap" | "cap_by" | "cap_given">;
/** Whoever changes a cap again and again stays bound by what others gave it. */
const capBy = ({ me }: Ctx, l: Cap, cap = l.credit_cap): Pick<Cap, "cap_by" | "cap_given"> | undefined =>
  cap === l.credit_cap ? undefined : { cap_by: me.worker_id, cap_given: l.cap_by === me.worker_id ? l.cap_given : l.credit_cap };

async function capConfirm({ code, version, credit_cap }: Parsed<Api["peer_level_cap_confirm"]>, ctx: Ctx): Promise<LevelRow> {
  const l = await lockRow(ctx, peerLevelNoun, { id: code, version });
  refuseUnless(l.cap_by !== null, "guard_failed", "授信上限无需复核");
  refuseUnless(l.cap_by !== ctx.me.worker_id, "maker_is_checker", "不能复核自己调整的授信上限");
  refuseUnless(l.credit_cap === credit_cap, "state_changed", "授信上限已变化，请刷新后再试");
  await saveRow(ctx, peerLevelNoun, { id: code, version, set: { cap_by: null, cap_given: null, updated_at: ctx.now } });
  return found((await levelRows(ctx.db, ctx.now, code))[0]);
}

async function update({ code, version, ...input }: Parsed<Api["peer_level_update"]>, ctx: Ctx) {
  // Levels are judged against one another: whoever changes one holds them all.
  await rows(ctx.db, q`select code from peer_levels order by code for update`);
  const stored = await lockRow(ctx, peerLevelNoun, { id: code, version });
  const { fallback, ...set } = definedOf(input);
  withLevel(await levelTerms(ctx.db), code, set);
  if (set.status === 0) {
    const held = await row<{ n: number }>(
      ctx.db,
      q`select count(*)::int as n from peers where level_id = ${code} and peer_status = 'active'`,
    );
    refuseUnless(!held?.n, "in_use", `仍有 ${held?.n ?? 0} 家同行为 ${code}，不能停用`);
  }
  await saveRow(ctx, peerLevelNoun, {
    id: code,
    version,
    set: { ...set, ...capBy(ctx, stored, set.credit_cap), ...(fallback && { fallback: JSON.stringify(fallback) }), updated_at: ctx.now },
  });
  const [saved] = await levelRows(ctx.db, ctx.now, code);
  return found(saved);
}

export const peerLevelServer = serve(peerLevelApi, {
  peer_level_query: async (_input, ctx) => ({ list: await levelRows(ctx.db, ctx.now) }),
  peer_level_update: update,
  peer_level_cap_confirm: capConfirm,
  peer_level_preview: preview,
  ...levelRunServer,
});
