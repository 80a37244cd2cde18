/** Fees of missions, policies, and peers who repay out of their own money, as sources of postings. */
import { EMBASSY_ITEMS, type EmbassyItem } from "@visadesk/contract/finance/embassy/embassy.words.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { peerScope } from "../../peer/index.ts";
import { policyScope } from "../policy/policy.sql.ts";
import { financeScope } from "../scope.sql.ts";
import type { Paper, PaperReader } from "./paper.ts";
import { among, idsOf } from "./ids.ts";

export const embassyPaymentPaper: PaperReader = {
  noun: "embassy_payment",
  label: "使馆费",
  stage: "paper",
  find: (db, typed) =>
    idsOf(
      db,
      q`select id from embassy_payments where payment_no = ${typed.toUpperCase()} or (receipt_no <> '' and receipt_no = ${typed.toUpperCase()})`,
    ),
  read: async (db, ids) => {
    const list = await rows<Omit<Paper, "title"> & { item: EmbassyItem }>(
      db,
      q`select e.id, e.payment_no as no, e.item, e.amount, (coalesce(e.paid_at, e.created_at) at time zone 'Asia/Shanghai')::date::text as on,
          e.created_by as by, coalesce(e.receipt_no, '') as note from embassy_payments e where ${among(q`e.id`, ids)}`,
    );
    return list.map(({ item, ...e }) => ({ ...e, title: `使馆费：${EMBASSY_ITEMS[item]}` }));
  },
  seen: (ctx, ids) =>
    idsOf(ctx.db, q`select e.id from embassy_payments e where ${and([among(q`e.id`, ids), financeScope(ctx, { order: "e.order_id" })])}`),
  orders: (db, ids) => idsOf(db, q`select distinct order_id as id from embassy_payments where ${among(q`id`, ids)}`),
};

export const policyPaper: PaperReader = {
  noun: "policy",
  label: "保险",
  stage: "paper",
  find: (db, typed) =>
    idsOf(
      db,
      q`select id from policies where apply_no = ${typed.toUpperCase()} or (policy_no <> '' and upper(policy_no) = ${typed.toUpperCase()})`,
    ),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select p.id, coalesce(nullif(p.policy_no, ''), p.apply_no) as no, '保险：' || p.product_name as title, p.premium as amount,
          (coalesce(p.issued_at, p.created_at) at time zone 'Asia/Shanghai')::date::text as on, p.created_by as by, p.plan_name as note
        from policies p where ${among(q`p.id`, ids)}`,
    ),
  seen: (ctx, ids) => idsOf(ctx.db, q`select p.id from policies p where ${and([among(q`p.id`, ids), policyScope(ctx)])}`),
  orders: (db, ids) => idsOf(db, q`select distinct order_id as id from policies where ${among(q`id`, ids)}`),
};

/** The peer itself, where it repays out of its principal; found by its own screens, not by its number here. */
export const peerPaper: PaperReader = {
  noun: "peer",
  label: "同行",
  stage: "other",
  find: () => Promise.resolve([]),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select p.id, p.peer_no as no, '本金还款' as title, null::int8 as amount, null as on, null::int8 as by, p.short_name as note
        from peers p where ${among(q`p.id`, ids)}`,
    ),
  seen: (ctx, ids) => idsOf(ctx.db, q`select p.id from peers p where ${and([among(q`p.id`, ids), peerScope(ctx)])}`),
};
