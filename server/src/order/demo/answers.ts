/** Answers of demo customers in the form they bought; the same person always answers the same. */
import type { Question, SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import { isAsked } from "@visadesk/contract/base-data/paper/application.rules.ts";
import { sealAnswers } from "../material/form-answers.ts";

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  occupation: ["工程师", "教师", "会计", "销售经理", "设计师"],
  employer: ["上海示例科技有限公司", "示例第一中学", "北京示例商贸有限公司"],
  hotel: ["东京示例酒店 03-0000-0000", "大阪示例旅馆 06-0000-0000"],
  stay_address: ["示例大道12号", "示例街88号示例酒店"],
  cost: ["2500", "3000"],
  income: ["12000", "18000", "25000"],
};
const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

function answerOf(x: Question, n: number): unknown {
  if (x.kind === "bool") return x.key === "visited_before" && n % 3 === 0;
  if (x.kind === "single") return at(x.options, n);
  if (x.kind === "country") return at(["FR", "IT", "DE"], n);
  return x.kind === "text" ? at(TEXTS[x.key] ?? [], n) : undefined;
}

/** Who travels together stays together, but for the people of some orders. */
const TOGETHER: readonly string[] = ["hotel", "stay_address"];
const APART = 12;
interface Who {
  person: number;
  order: number;
}

/** What the customer answered himself; what the passport and the order give is not written down again. */
const demoAnswers = (snapshot: Pick<SnapshotBody, "application">, { person, order }: Who): Record<string, unknown> =>
  Object.fromEntries(
    (snapshot.application?.sections ?? [])
      .flatMap((s) => s.questions)
      .filter((x) => isAsked(x) && x.source !== "passport" && !x.show_if)
      .flatMap((x, i) => {
        const together = TOGETHER.includes(x.key) && order % APART !== 0;
        const answer = answerOf(x, (together ? order : person) + i);
        return answer === undefined ? [] : [[x.key, answer]];
      }),
  );

/** A form as the customer hands it in. */
export const submittedForm = (snapshot: Pick<SnapshotBody, "application">, who: Who, materialId: number) => ({
  form_status: "submitted",
  material_status: "submitted",
  form_answers: sealAnswers(materialId, demoAnswers(snapshot, who)),
});
