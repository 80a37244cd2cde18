/** What is read of applicants: list, tab counts, one person, one plain field, originals. */
import { selfFilled } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { person, type applicantApi, type custodyApi } from "@visadesk/contract/order/applicant.ts";
import { orderDetail } from "@visadesk/contract/order/order.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { APPLICANT_TABS } from "@visadesk/contract/order/words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { IDENTITY_MAY } from "@visadesk/contract/kit/upload.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import { isAddress, labelOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { q } from "#kit/db/sql.ts";
import { addressText } from "../../base-data/index.ts";
import { fillFacts } from "../material/form-fill.ts";
import { revealAllowed } from "../../setting/index.ts";
import { claimOf } from "../claim/refuse-claim-read.ts";
import { applicantDetail, custodiesOf, materialsOf, parcelsOf, plainField, remindsOf, spansOf, visitsOf } from "./applicant-detail.sql.ts";
import { isComplete, moveStates, passportUntil, rollbackTargets } from "./applicant.rules.ts";
import { applicantColumns, applicantJoins, applicantSorts, applicantsMatching, applicantsOwned } from "./applicant.sql.ts";
import type { Facts } from "../flow/facts.ts";
import { loadFacts } from "../flow/facts.sql.ts";
import { nextMove } from "../list/order.read.ts";
import { withMatched } from "../list/matched.sql.ts";
import { seesSettlePrice } from "../list/scope.ts";
import { planOf, tabCounts } from "../list/order.sql.ts";
import { isSendable, sendModes, sendShortages } from "../paper/send-back.rules.ts";
import { applicantsShown, type ApplicantBase } from "./shown.ts";
import { openField } from "#kit/seal/seal.ts";
import { sealedApplicant, sealedOrder } from "./sealed.ts";

type Detail = Output<typeof applicantApi.applicant_get>;
export const NO_APPLICANT = "申请人不存在或无权查看";

const needsOf = (f: Facts, materials: Detail["materials"]): Detail["needs"] => ({
  visit: f.snapshot.need_visit,
  training: f.snapshot.need_training,
  evisa: f.snapshot.visa_form === "evisa",
  originals: materials.some((m) => m.kind === 2 && m.owner === "must"),
  application_no: f.snapshot.visa_form !== "evisa",
  passport_until: passportUntil(f),
});

async function getApplicant(input: { order_id: number; id: number }, ctx: Ctx): Promise<Detail> {
  const own = found(await applicantDetail(ctx, input), NO_APPLICANT);
  const facts = found(await loadFacts(ctx.db, input.order_id, ctx.now), NO_APPLICANT);
  const me = found(
    facts.people.find((p) => p.id === input.id),
    NO_APPLICANT,
  );
  const [materials, visits, reminds, parcels, spans] = await Promise.all([
    materialsOf(ctx, input.id),
    visitsOf(ctx, input.id),
    remindsOf(ctx, input.order_id, input.id),
    parcelsOf(ctx, input.order_id, input.id),
    spansOf(ctx, input.id),
  ]);
  const price = seesSettlePrice(ctx);
  const sections = facts.snapshot.application?.sections ?? [];
  return {
    ...own,
    materials,
    visits,
    reminds,
    parcels,
    spans,
    next_move: nextMove(own),
    settle_price: price ? own.settle_price : null,
    settle_includes_embassy: price ? own.settle_includes_embassy : null,
    address_text: own.address ? addressText(own.address) : null,
    return_address_text: own.return_address ? addressText(own.return_address) : null,
    claim: own.refusal_category === null ? null : await claimOf(ctx, input.id),
    needs: needsOf(facts, materials),
    form_sections: sections,
    form_fills: selfFilled(sections, fillFacts(me, facts.order)),
    // How people fit together rests on what only some may see: a guard is no way to find it out.
    moves: moveStates(allows(IDENTITY_MAY, ctx.me.codes) ? facts : { ...facts, accepts: null }, me),
    people: facts.people.map((p) => ({ id: p.id, seq: p.seq, name_cn: p.name_cn, applicant_status: p.applicant_status })),
    send_back: isSendable(me) ? sendModes(facts).map((mode) => ({ mode, missing: sendShortages(facts, me, mode) })) : null,
    rollback_to: rollbackTargets(own.applicant_status, spans, isComplete(facts, me)).map((state) => ({
      state,
      label: applicantFlow.states[state].label,
    })),
  };
}

export const applicantReads = {
  applicant_query: async (input, ctx) => {
    const page = await pageOf<ApplicantBase>(ctx.db, input, {
      from: q`applicants a`,
      where: applicantsMatching(ctx, input),
      id: "a.id",
      select: applicantColumns,
      joins: applicantJoins,
      sorts: applicantSorts,
      sort: "status_due_at",
      ...planOf(ctx, input, (ids) => applicantsOwned(ctx, input, ids)),
    });
    const list = (await applicantsShown(ctx, page.list)).map((a) => ({ ...a, next_move: nextMove(a) }));
    return { ...page, list: await withMatched(ctx.db, "a", input.keyword, list) };
  },
  applicant_stat_get: async (input, ctx) => {
    const { tab: _, ...rest } = input;
    const unfiltered = Object.values(rest).every((v) => v === undefined) && ctx.me.scope_ids === null;
    return { tabs: await tabCounts(ctx, q`applicants a`, "a.tab", Object.keys(APPLICANT_TABS), applicantsMatching(ctx, rest), unfiltered) };
  },
  applicant_get: getApplicant,
  applicant_reveal: (input, ctx) => reveal(input, ctx),
} satisfies Partial<Handlers<typeof applicantApi>>;

const plainText = (v: unknown): string | null => (isAddress(v) ? addressText(v) : typeof v === "string" ? v : null);

/** A sealed number, opened; of a person without a mobile the contact's. Null for any other field. */
function numberOf(row: Readonly<Record<string, unknown>>, field: string): string | null {
  if (field === "contact_mobile" || field === "return_mobile") return openField(sealedOrder, row, field);
  if (field !== "passport_no" && field !== "id_card_no" && field !== "mobile") return null;
  const own = openField(sealedApplicant, row, field);
  return field === "mobile" && own === null ? openField(sealedOrder, row, "contact_mobile") : own;
}

/** One masked field in full; who looked at what and why stays in the log. */
async function reveal(input: Parsed<typeof applicantApi.applicant_reveal>, ctx: Ctx): Promise<{ value: string | null }> {
  const plain = found(await plainField(ctx, input.id), NO_APPLICANT);
  await revealAllowed(ctx);
  const label = labelOf(input.field in person.shape ? person : orderDetail, input.field);
  ctx.note({
    kind: "reveal",
    noun: "applicant",
    noun_id: input.id,
    noun_no: String(plain["applicant_no"]),
    subject_ids: [input.id],
    reason: input.reason || null,
    changes: [{ field: input.field, label, before: null, after: null }],
  });
  return { value: plainText(numberOf(plain, input.field) ?? plain[input.field]) };
}

export const custodyReads = {
  custody_query: async ({ applicant_id }, ctx) => {
    found(await plainField(ctx, applicant_id), NO_APPLICANT);
    return { list: await custodiesOf(ctx, applicant_id) };
  },
} satisfies Partial<Handlers<typeof custodyApi>>;
