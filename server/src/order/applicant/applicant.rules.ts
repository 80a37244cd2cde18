/** Decisions about one applicant: what is missing, where a move leads, which moves stand open. */
import { mask } from "@visadesk/contract/kit/mask.ts";
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { keysOf } from "#kit/files/objects.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { ApplicantStatus, Facts, Material, Person } from "../flow/facts.ts";
import { paperName } from "../paper/send-back.rules.ts";
import { appealGuard, proofGuard } from "../claim/refuse-claim.guards.ts";
import { inconsistency } from "../consistency/order-consistency.ask.ts";
import { acceptanceOf, slotPerson } from "./person.rules.ts";

export interface MoveState {
  move: string;
  ok: boolean;
  missing: string | null;
}

type Move = MoveOf<typeof applicantFlow>;
export type Guard = (f: Facts, p: Person) => string | null;

/** As a sentence calls somebody: masked like everywhere, and told from who has the same first character. */
export const nameOf = (p: { name_cn: string | null; seq: number }): string =>
  `申请人${p.seq}${p.name_cn === null ? "" : ` ${mask("name", p.name_cn)}`}`;

const PERSON_NEEDS = [
  ["name_cn", "姓名"],
  ["surname_en", "姓(拼音)"],
  ["given_name_en", "名(拼音)"],
  ["birth_date", "出生日期"],
  ["passport_no", "护照号"],
  ["identity", "申请人身份"],
] as const;
export const personMissing = (p: Pick<Person, (typeof PERSON_NEEDS)[number][0]>): string[] =>
  PERSON_NEEDS.filter(([k]) => !p[k]).map(([, label]) => label);

const accepted = (m: Material): boolean => m.material_status === "passed" || m.material_status === "waived";
export const handedIn = (m: Material): boolean => accepted(m) || m.material_status === "submitted";
export const REVIEW_KINDS: readonly number[] = [1, 4, 5];
/** Items that count for 合格/必交: what the customer brings along to the visit does not. */
export const COUNTED_KINDS: readonly number[] = [1, 2, 4, 5];

/** How many of a group are due; a list changed later speaks through the papers that are still open. */
const needOf = (items: readonly Material[]): number => Math.min((items.find((m) => !accepted(m)) ?? items[0])?.need_n ?? 1, items.length);

/** Must items that do not satisfy `done`; of a group only what its `need_n` still lacks. */
export function mustLacking(materials: readonly Material[], kinds: readonly number[], done: (m: Material) => boolean): Material[] {
  const must = materials.filter((m) => m.owner === "must" && kinds.includes(m.kind));
  const groups = Map.groupBy(
    must.filter((m) => m.group_key),
    (m) => `${m.kind}:${m.group_key}`,
  );
  const lacking = must.filter((m) => !m.group_key && !done(m));
  for (const items of groups.values()) {
    const need = needOf(items);
    const short = need - items.filter(done).length;
    if (short > 0) lacking.push(...items.filter((m) => !done(m)).slice(0, short));
  }
  return lacking.sort((a, b) => a.sort - b.sort || a.id - b.id);
}

/** Must papers and photos not handed in. */
export const itemsMissing = (p: Person): string[] => mustLacking(p.materials, [1, 4], handedIn).map((m) => m.name);
export const formOpen = (p: Person): boolean =>
  p.materials.some(
    (m) => m.kind === 5 && m.owner === "must" && !accepted(m) && m.form_status !== "submitted" && m.form_status !== "locked",
  );
const visitNeeded = (f: Facts): boolean => f.snapshot.need_visit;
/** May enter the review: everything of the customer's part is there. */
export const isComplete = (f: Facts, p: Person): boolean =>
  personMissing(p).length === 0 && itemsMissing(p).length === 0 && !formOpen(p) && !(visitNeeded(f) && f.order.visit_wish === null);

/** 合格 / 必交 of one person. */
export function materialCounts(materials: readonly Material[]): { materials_must: number; materials_passed: number } {
  const must = materials.filter((m) => m.owner === "must" && COUNTED_KINDS.includes(m.kind));
  const single = must.filter((m) => !m.group_key);
  let total = single.length;
  let passed = single.filter(accepted).length;
  for (const items of Map.groupBy(
    must.filter((m) => m.group_key),
    (m) => `${m.kind}:${m.group_key}`,
  ).values()) {
    const need = needOf(items);
    total += need;
    passed += Math.min(need, items.filter(accepted).length);
  }
  return { materials_must: total, materials_passed: passed };
}

/** Originals that must be here in full count; [item, copies still lacking]. */
export const originalsLacking = (p: Person): [Material, number][] =>
  p.materials
    .filter((m) => m.kind === 2 && m.owner === "must" && m.material_status !== "waived")
    .flatMap((m): [Material, number][] => {
      const short = Math.max(1, m.copies) - m.received_count;
      return short > 0 ? [[m, short]] : [];
    });
const originalsDue = (p: Person): boolean => p.materials.some((m) => m.kind === 2 && m.owner === "must" && !accepted(m));

/** Where an applicant goes once the review, or the check of the originals, is passed. */
export function nextOf(
  f: Facts,
  p: Person,
  after: "review" | "originals",
): "awaiting_originals" | "awaiting_appointment" | "awaiting_submission" {
  if (p.supplement_source === "embassy") return "awaiting_submission";
  if (after === "review" && originalsDue(p)) return "awaiting_originals";
  return visitNeeded(f) ? "awaiting_appointment" : "awaiting_submission";
}
export const afterReview = (f: Facts, p: Person) => nextOf(f, p, "review");
export const afterOriginals = (f: Facts, p: Person) =>
  nextOf(f, p, "originals") === "awaiting_appointment" ? "awaiting_appointment" : "awaiting_submission";

export const isProtected = (f: Facts, applicantId: number): boolean =>
  f.fees.some((x) => x.applicant_id === applicantId && x.kind === "protection" && x.refunded === 0);
export const MAX_ROUNDS = 3;
const names = (items: readonly { name: string }[]): string => items.map((m) => m.name).join("、");

/** `YYYY-MM-DD` a number of months later, kept inside the month. */
export function addMonths(date: string, months: number): string {
  const [y = 0, m = 1, d = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(y, m - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(y, m - 1 + months, Math.min(d, last))).toISOString().slice(0, 10);
}
/** First date a passport must still be valid on. */
export const passportUntil = (f: Pick<Facts, "order" | "snapshot">): string | null => {
  const home = f.order.return_date ?? f.order.travel_date;
  return home && f.snapshot.passport_months > 0 ? addMonths(home, f.snapshot.passport_months) : home;
};

function passportTerm(f: Facts, p: Person): string | null {
  const until = passportUntil(f);
  if (!until) return null;
  if (!p.passport_expiry_date) return "请填写护照有效期";
  if (p.passport_expiry_date >= until) return null;
  return `护照有效期至 ${p.passport_expiry_date}，不足${f.order.return_date ? "回国" : "出行"}后 ${f.snapshot.passport_months} 个月`;
}

function documentsInDate(f: Facts, p: Person): string | null {
  const stale = p.materials.find(
    (m) =>
      m.max_age_days > 0 &&
      m.doc_date !== null &&
      m.owner === "must" &&
      m.material_status === "passed" &&
      Date.parse(`${f.today}T00:00:00Z`) - Date.parse(`${m.doc_date}T00:00:00Z`) > m.max_age_days * 86_400_000,
  );
  return stale ? `${stale.name}已超过${stale.max_age_days}天` : null;
}

function reviewGuard(f: Facts, p: Person): string | null {
  const open = mustLacking(p.materials, REVIEW_KINDS, accepted);
  if (open.length > 0) return `还有 ${open.length} 项未审核：${names(open)}`;
  const unseen = p.materials.filter((m) => m.unseen > 0 && REVIEW_KINDS.includes(m.kind) && m.owner !== "ours");
  if (unseen.length > 0) return `有新提交的文件未查看：${names(unseen)}`;
  const rejected = p.materials.filter((m) => m.material_status === "rejected" && REVIEW_KINDS.includes(m.kind));
  if (rejected.length > 0) return `还有 ${rejected.length} 项不合格：${names(rejected)}`;
  const taken = acceptanceOf(f.snapshot, slotPerson(p), f.people[0] ? slotPerson(f.people[0]) : null);
  return passportTerm(f, p) ?? (taken.ok ? inconsistency(f, p) : taken.reason);
}

/** An original that was accepted and lost since is handed in by nobody; of a group another one does. */
function originalsLost(p: Person): string | null {
  const isThere = (m: Material): boolean => m.material_status === "waived" || (accepted(m) && m.holder !== "lost");
  if (mustLacking(p.materials, [2], isThere).length === 0) return null;
  const lost = p.materials.filter((m) => m.kind === 2 && m.owner === "must" && accepted(m) && !isThere(m));
  return `${lost.map((m) => paperName(p, m)).join("、")} 已登记遗失，请找回或补寄后再送签`;
}

function submitGuard(f: Facts, p: Person): string | null {
  const lacking = mustLacking(p.materials, COUNTED_KINDS, accepted);
  if (lacking.length > 0) return `还缺：${names(lacking)}`;
  const lost = originalsLost(p);
  if (lost) return lost;
  const diff = f.blocking.find((d) => d.applicant_id === null || d.applicant_id === p.id);
  if (diff) return `有未支付的补差价 ${diff.diff_no}，不能送签`;
  return documentsInDate(f, p);
}

const notice: Guard = (f, p) => (p.visit && (f.snapshot.submit_place ?? f.snapshot.embassy) ? null : "缺少赴馆时间或地址，不能发送");
const visitProposed: Guard = (_, p) => (p.visit ? null : "没有待确认的赴馆时间");
const ownGuards: Partial<Record<Move, Guard>> = {
  review_pass: reviewGuard,
  review_reject: (_, p) => (p.supplement_round >= MAX_ROUNDS ? `补料已达${MAX_ROUNDS}轮，请选择“无法办理”` : null),
  resubmit: (_, p) => {
    const open = p.materials.filter((m) => m.material_status === "rejected");
    return open.length > 0 ? `还有 ${open.length} 项未重新提交：${names(open)}` : null;
  },
  review_fail: () => null,
  originals_pass: (_, p) => {
    const short = originalsLacking(p);
    return short.length > 0 ? `缺：${short.map(([m, n]) => `${m.name}×${n}`).join("、")}` : null;
  },
  originals_reject: (_, p) => (p.supplement_round >= MAX_ROUNDS ? `补料已达${MAX_ROUNDS}轮，请选择“无法办理”` : null),
  visit_propose: () => null,
  visit_book: () => null,
  visit_accept: visitProposed,
  visit_decline: visitProposed,
  notice_send: notice,
  train_done: () => null,
  visit_attend: (f, p) => (p.visit && Date.parse(p.visit.visit_at) <= f.now.getTime() ? null : "赴馆时间未到"),
  visit_miss: () => null,
  submit: submitGuard,
  embassy_supplement: () => null,
  issue: () => null,
  refuse: () => null,
  claim_submit: proofGuard,
  claim_appeal: appealGuard,
};

/** Guard every forward move shares. */
export function commonGuard(f: Facts, p: Person): string | null {
  if (f.order.pay_status === "unpaid") return "订单未支付";
  if (p.refund !== null) return `退款 ${p.refund} 审核中，不能继续办理`;
  return p.held_at ? `申请人已挂起：${p.hold_reason ?? ""}` : null;
}
/** Sentence of what is missing for a move, or null. Input of the move is judged where it is made. */
export const guardOf = (move: Move, f: Facts, p: Person): string | null => commonGuard(f, p) ?? ownGuards[move]?.(f, p) ?? null;

/** States from which nothing is rolled back. */
const FIXED: readonly ApplicantStatus[] = ["none", "refunding", "refunded", "cancelled"];
export const canRollBack = (status: ApplicantStatus): boolean => !FIXED.includes(status);
/** Earlier states of an applicant's own path, oldest first; whoever is complete does not stay in 收资料中 and is not sent there. */
export function rollbackTargets(
  status: ApplicantStatus,
  spans: readonly { status: string; is_rolled_back: boolean }[],
  complete: boolean,
): ApplicantStatus[] {
  if (!canRollBack(status)) return [];
  const allowed = new Set<string>(applicantFlow.moves.rollback.to);
  const path = [...new Set(spans.filter((s) => !s.is_rolled_back).map((s) => s.status))];
  const isTarget = (s: string): s is ApplicantStatus => allowed.has(s);
  return path.filter(isTarget).filter((s) => s !== status && !(s === "none" && complete));
}

/** Moves a person makes from the applicant's present state, each with what is missing. */
export function moveStates(f: Facts, p: Person): MoveState[] {
  return keysOf(ownGuards)
    .filter((m) => canMove(applicantFlow, p.applicant_status, m))
    .map((move) => {
      const missing = guardOf(move, f, p);
      return { move, ok: missing === null, missing };
    });
}

/** The usual next step by state, for the row button. */
export const NEXT_MOVE: Readonly<Partial<Record<ApplicantStatus, Move>>> = {
  pre_review: "review_pass",
  pre_review_rejected: "resubmit",
  awaiting_originals: "originals_pass",
  awaiting_appointment: "visit_book",
  awaiting_confirm: "visit_accept",
  appointed: "notice_send",
  awaiting_training: "train_done",
  awaiting_visit: "visit_attend",
  awaiting_submission: "submit",
  in_embassy: "issue",
  refused_proof: "claim_submit",
  refused_rejected: "claim_appeal",
};
