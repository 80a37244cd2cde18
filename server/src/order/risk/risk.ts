/** 拒签风险卡 of one applicant. */
import { type applicantRiskApi } from "@visadesk/contract/order/risk/applicant-risk.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import type { JobDef } from "#kit/jobs.ts";
import { dayOf } from "#kit/range.ts";
import { ageOn } from "../../product/index.ts";
import { NO_APPLICANT } from "../applicant/applicant.read.ts";
import { countryNames } from "../applicant/names.sql.ts";
import type { Facts, Person } from "../flow/facts.ts";
import { loadFacts, orderOfApplicant } from "../flow/facts.sql.ts";
import { inScope } from "../flow/order.rules.ts";
import { cellFor, worstPaper } from "./risk.rules.ts";
import { keepPlanFigures } from "../plan/plan-figures.sql.ts";
import { bandOf, cellsOf, keepRisk, papersOf, RISK_DAYS, riskCounted, type RiskAsk } from "./risk.sql.ts";

type Api = typeof applicantRiskApi;
const PAPERS: readonly number[] = [1, 2, 4];
const LACKING: readonly string[] = ["missing", "waived", "rejected"];

/** His own cell, by the same rules as the kept ones. */
function askOf(f: Facts, p: Person): RiskAsk {
  const waived = p.materials.flatMap((m) =>
    m.owner === "must" && m.material_status === "waived" && m.document_id !== null ? [String(m.document_id)] : [],
  );
  return {
    mission: f.snapshot.embassy ? String(f.snapshot.embassy.id) : p.country_id,
    identity: p.identity ?? "",
    waived: [...new Set(waived)].sort().join(","),
    age_band: p.birth_date === null ? "" : bandOf(ageOn(p.birth_date, f.today)),
    province: p.household_province ?? "",
  };
}
/** What he has not handed in; the same paper in another slot counts as handed in. */
function lackingOf(p: Person): ReadonlyMap<number, string> {
  const papers = p.materials.filter((m) => m.document_id !== null && m.owner !== "ours" && PAPERS.includes(m.kind));
  const given = new Set(papers.filter((m) => !LACKING.includes(m.material_status)).map((m) => m.document_id));
  return new Map(papers.flatMap((m) => (m.document_id === null || given.has(m.document_id) ? [] : [[m.document_id, m.name] as const])));
}

async function riskGet({ id }: Parsed<Api["applicant_risk_get"]>, ctx: Ctx): Promise<Output<Api["applicant_risk_get"]>> {
  const { order_id } = found(await orderOfApplicant(ctx.db, id), NO_APPLICANT);
  const f = found(await loadFacts(ctx.db, order_id, ctx.now), NO_APPLICANT);
  if (!inScope(f.order, ctx.me)) refuse("not_found", NO_APPLICANT);
  const p = found(
    f.people.find((x) => x.id === id),
    NO_APPLICANT,
  );
  const ask = askOf(f, p);
  const counted = await riskCounted(ctx.db);
  const lacking = lackingOf(p);
  const paper = worstPaper(await papersOf(ctx.db, ask, [...lacking.keys()]), ask.identity);
  const country = (await countryNames(ctx.db, [p.country_id])).get(p.country_id);
  return {
    counted_at: counted?.counted_at ?? null,
    from: counted ? dayOf(new Date(counted.counted_at), -RISK_DAYS) : null,
    mission_name: f.snapshot.embassy?.name ?? country?.name_zh ?? "",
    cell: cellFor(await cellsOf(ctx.db, ask)),
    paper: paper && { name: lacking.get(paper.document_id) ?? "", ...paper },
  };
}

export const riskServed = { applicant_risk_get: riskGet } satisfies Handlers<Api>;
export const riskJobs: readonly JobDef[] = [
  {
    name: "order_plan_figures",
    label: "倒推天数统计",
    cron: "every day 03:20",
    run: (ctx) => ctx.change((c) => keepPlanFigures(c.db, c.now)),
  },
  {
    name: "order_risk",
    label: "拒签风险统计",
    cron: "every day 03:10",
    run: async (ctx) => {
      await ctx.change((c) => keepRisk(c.db, c.now));
      return { day: shanghaiDate(ctx.now) };
    },
  },
];
