/** Person data, hold, administrative check and settle price: logged changes that are no moves. */
import { person, type applicantApi } from "@visadesk/contract/order/applicant.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { HOLD_PARTIES } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { definedOf, fieldsOf } from "#kit/files/objects.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { openFields, sealFields } from "#kit/seal/seal.ts";
import { addressCheck, homeCheck } from "../../base-data/index.ts";
import { isChild } from "../../product/index.ts";
import { applicantAct, reload, personOf, touchApplicant } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { statusDue, partyOf } from "../flow/due.rules.ts";
import type { Person } from "../flow/facts.ts";
import { syncSlots } from "../material/material-slots.ts";
import { AFTER_SUBMISSION } from "../material/material.rules.ts";
import { changesOf } from "../order/order-log.ts";
import { isPaid } from "../flow/order.rules.ts";
import { orderPorts } from "../flow/ports.ts";
import { personFaults, slotPerson, slotsOf } from "./person.rules.ts";
import { sealedApplicant } from "./sealed.ts";
import { addHoldMinutes, turnSpan } from "../flow/span.ts";
import { q } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { materialNoun } from "../material/material.noun.ts";

export const applicantUpdate = ({ id, version, reason, ...data }: Parsed<typeof applicantApi.applicant_update>, ctx: Ctx) =>
  applicantAct(ctx, { id, version }, async (w, p) => {
    if (AFTER_SUBMISSION.includes(p.applicant_status)) refuse("locked", "已送签，证件信息不可修改，请先回退");
    const next = { ...p, ...data };
    const faults = personFaults(
      {
        ...data,
        gender: next.gender,
        birth_date: next.birth_date,
        nationality: next.nationality,
        passport_issue_date: next.passport_issue_date,
      },
      w.facts.today,
    );
    const home = homeCheck(next.household_province ?? null, next.household_city ?? null);
    if (home) faults.push({ path: "household_province", message: home });
    const street = data.address ? addressCheck(data.address) : null;
    if (street) faults.push({ path: "address", message: street });
    if (faults.length > 0) throw badInput(...faults);
    const before = { ...p, ...openFields(sealedApplicant, p) };
    const changes = changesOf(person, fieldsOf(before, Object.keys(data)), data);
    if (changes.length === 0) return;
    const swapped = await checkSwap(w, before, data, reason ?? null);
    const { address, passport_no, id_card_no, mobile, ...plain } = data;
    const numbers = sealFields(sealedApplicant, p.applicant_no, { passport_no, id_card_no, mobile });
    const is_child = isPaid(w.facts.order)
      ? p.is_child
      : isChild(w.facts.snapshot.child_age, next.birth_date, w.facts.order.travel_date ?? w.facts.today);
    if (address !== undefined)
      await ctx.db
        .updateTable("applicants")
        .set({ address: address ? JSON.stringify(address) : null })
        .where("id", "=", p.id)
        .execute();
    await touchApplicant(
      w,
      p,
      { ...definedOf(plain), ...numbers, is_child },
      { label: swapped ? "换人" : "修改申请人资料", reason: reason ?? null, changes },
    );
    await slotsAgain(w, p.id);
  });

/** Another name together with another passport is another person: reviewed items open again. */
async function checkSwap(
  w: Work,
  p: Person,
  data: { name_cn?: string | null | undefined; passport_no?: string | null | undefined },
  reason: string | null,
): Promise<boolean> {
  const { ctx } = w;
  const changed = (now: string | null | undefined, old: string | null): boolean => now !== undefined && old !== null && now !== old;
  if (!changed(data.name_cn, p.name_cn) || !changed(data.passport_no, p.passport_no)) return false;
  if (!ctx.has(may.order_view)) refuse("not_allowed", "换人需要订单查看权限");
  if (!reason) throw badInput({ path: "reason", message: "换人请填写原因" });
  const passed = p.materials.filter((m) => m.material_status === "passed" && m.files > 0).map((m) => m.id);
  if (passed.length > 0)
    await saveRows(ctx, materialNoun, {
      where: q`id = any(${passed}::int8[])`,
      set: { material_status: "submitted", reviewed_by: null, reviewed_at: null },
    });
  return true;
}

/** Identity, age, marital state, household and residence select the papers. */
async function slotsAgain(w: Work, applicantId: number): Promise<void> {
  await reload(w);
  const p = personOf(w, applicantId);
  const main = w.facts.people[0];
  const { order, snapshot, today } = w.facts;
  await syncSlots(w, p, slotsOf(snapshot, slotPerson(p), main ? slotPerson(main) : null, order.travel_date ?? today));
}

const ENDED: readonly string[] = ["refunded", "cancelled"];
export const hold = (input: Parsed<typeof applicantApi.applicant_hold>, ctx: Ctx) =>
  applicantAct(ctx, input, async (w, p) => {
    if (p.held_at !== null || ENDED.includes(p.applicant_status)) refuse("state_changed");
    const turns = p.waiting_party !== input.hold_party;
    const left = p.status_due_at ? w.clocks.calendar.workingMinutes(ctx.now, new Date(p.status_due_at)) : null;
    const set = {
      held_at: ctx.now.toISOString(),
      hold_party: input.hold_party,
      waiting_party: input.hold_party,
      hold_reason: input.reason,
      hold_minutes_left: left,
      status_due_at: null,
    };
    await touchApplicant(w, p, set, {
      label: "挂起",
      reason: input.reason,
      changes: [{ field: "hold_party", label: "等待方", before: null, after: HOLD_PARTIES[input.hold_party] }],
    });
    if (turns) await turnSpan(w, p, input.hold_party);
  });

export const unhold = (input: { id: number; version: number }, ctx: Ctx) =>
  applicantAct(ctx, input, async (w, p) => {
    if (p.held_at === null) refuse("state_changed");
    const { calendar } = w.clocks;
    await addHoldMinutes(w, p.id, calendar.workingMinutes(new Date(p.held_at), ctx.now));
    const status_due_at = p.hold_minutes_left === null ? null : calendar.addWorkingMinutes(ctx.now, p.hold_minutes_left).toISOString();
    const waiting_party = partyOf(w.facts, { ...p, held_at: null, hold_party: null });
    const turns = p.waiting_party !== waiting_party;
    await touchApplicant(
      w,
      p,
      { held_at: null, hold_party: null, hold_reason: null, hold_minutes_left: null, waiting_party, status_due_at },
      { label: "恢复办理" },
    );
    if (turns) await turnSpan(w, p, waiting_party);
  });

export const adminCheckSet = (input: Parsed<typeof applicantApi.applicant_admin_check_set>, ctx: Ctx) =>
  applicantAct(ctx, input, async (w, p) => {
    if (p.applicant_status !== "in_embassy") refuse("guard_failed", "只有使馆审核中可以标记行政审查");
    if (input.admin_check_due && input.admin_check_due < w.facts.today)
      throw badInput({ path: "admin_check_due", message: "复查日不能早于今天" });
    const next = { ...p, admin_check_due: input.admin_check_due };
    const status_due_at = p.held_at ? null : statusDue(w.clocks, w.facts, next, partyOf(w.facts, next));
    await touchApplicant(
      w,
      p,
      { admin_check_due: input.admin_check_due, status_due_at },
      {
        label: input.admin_check_due ? "标记行政审查" : "取消行政审查",
        changes: [{ field: "admin_check_due", label: "复查日", before: p.admin_check_due, after: input.admin_check_due }],
      },
    );
  });

export const settlePriceUpdate = (input: Parsed<typeof applicantApi.applicant_settle_price_update>, ctx: Ctx) =>
  applicantAct(ctx, input, async (w, p) => {
    if (p.supplier_id === null) refuse("guard_failed", "还没有供应商，不能修改结算价");
    const [lock] = await orderPorts().orderLocks(ctx.db, p.order_id, p.id);
    if (lock) refuse("settle_confirmed", lock);
    const before = p.settle_price ?? 0;
    if (before === input.settle_price) return;
    w.costReason = input.reason;
    await touchApplicant(
      w,
      p,
      { settle_price: input.settle_price },
      {
        label: "修改结算价",
        reason: input.reason,
        changes: [{ field: "settle_price", label: "结算价", before, after: input.settle_price }],
      },
    );
  });
