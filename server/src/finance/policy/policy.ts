/** Endpoints of policies. */
import { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { found } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { revealAllowed } from "../../setting/index.ts";
import type { RefundPort } from "../embassy-payment/embassy-payment.paid.ts";
import { sheetImport } from "./policy-import.ts";
import { sheetExport, sheetGet } from "./policy-sheet.ts";
import { policyMoves } from "./policy.moves.ts";
import { sealedPolicy } from "./policy.noun.ts";
import { NO_POLICY, policyDetail, policyFigures, policyList, policyRowOf, type PolicyRow } from "./policy.sql.ts";

type Api = typeof policyApi;
/** Name, passport and birthday of the insured in full; within the caller's looks of the hour, each of them logged. */
async function reveal({ id }: Parsed<Api["policy_reveal"]>, ctx: Ctx): Promise<Output<Api["policy_reveal"]>> {
  const p = found(await policyRowOf(ctx, id), NO_POLICY);
  await revealAllowed(ctx);
  const of = await ctx.db
    .selectFrom("policies")
    .select(["apply_no", "insured_name", "insured_birthday", "insured_passport", "insured_passport_sealed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  ctx.note({
    noun: "policy",
    noun_id: id,
    noun_no: p.apply_no,
    subject_ids: [p.applicant_id],
    changes: [{ field: "insured_passport", label: "被保人姓名、护照、生日", before: null, after: null }],
  });
  return {
    insured_name: of.insured_name ?? "",
    insured_passport: openField(sealedPolicy, of, "insured_passport") ?? "",
    insured_birthday: of.insured_birthday ?? "",
  };
}

export const policyServer = (port: RefundPort) =>
  serveHolding(policyApi, heldIn("policies", "file"), {
    policy_query: (input, ctx) => pageOf<PolicyRow>(ctx.db, input, policyList(input, ctx)),
    policy_get: async ({ id }, ctx) => found(await policyDetail(ctx, id), NO_POLICY),
    policy_figures: (input, ctx) => policyFigures(ctx, input),
    ...policyMoves(port),
    policy_sheet_export: sheetExport,
    policy_sheet_get: sheetGet,
    policy_sheet_import: sheetImport,
    policy_reveal: reveal,
  });
