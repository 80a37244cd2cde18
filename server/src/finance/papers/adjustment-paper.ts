/** What was posted by hand as the source of a voucher. */
import { ADJUST_KINDS, type AdjustKind } from "@visadesk/contract/finance/adjustment.words.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { financeScope } from "../scope.sql.ts";
import type { Paper, PaperReader } from "./paper.ts";
import { idsOf } from "./ids.ts";

export const adjustmentPaper: PaperReader = {
  noun: "adjustment",
  label: "调账单",
  stage: "other",
  find: (db, typed) => idsOf(db, q`select id from adjustments where adjust_no = ${typed.toUpperCase()}`),
  read: async (db, ids) => {
    const list = await rows<Omit<Paper, "title"> & { kind: AdjustKind }>(
      db,
      q`select a.id, a.adjust_no as no, a.kind, a.amount, a.booked_on::text as on, a.created_by as by, a.reason as note
        from adjustments a where a.id = any(${[...ids]}::int8[])`,
    );
    return list.map(({ kind, ...a }) => ({ ...a, title: `调账单：${ADJUST_KINDS[kind]}` }));
  },
  seen: (ctx, ids) =>
    idsOf(
      ctx.db,
      q`select a.id from adjustments a where ${and([q`a.id = any(${[...ids]}::int8[])`, financeScope(ctx, { peer: "a.peer_id" })])}`,
    ),
};
