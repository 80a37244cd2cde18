/** How sure a match is, with its reasons on hover. */
import { Tooltip } from "antd";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { MATCH_LEVELS, type MatchLevel } from "@visadesk/contract/finance/bank/statement.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { remittanceApi } from "@visadesk/contract/finance/remittance.ts";

export type Remittance = Output<typeof remittanceApi.remittance_get>;
const TONES = { suggest: "green", judge: "orange", more: "grey" } as const;
interface Weighed {
  level: MatchLevel;
  score: number;
  terms: readonly { text: string; points: number }[];
}
export const termsOf = ({ terms }: Pick<Weighed, "terms">): string =>
  terms.map((t) => `${t.points > 0 ? "+" : ""}${t.points} ${t.text}`).join("　");
export const MatchTag = ({ of }: { of: Weighed }) => (
  <Tooltip title={termsOf(of)}>
    <span>
      <StateTag tone={TONES[of.level]}>
        {MATCH_LEVELS[of.level]} {of.score}
      </StateTag>
    </span>
  </Tooltip>
);
