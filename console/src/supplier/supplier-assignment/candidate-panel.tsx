import { useSearchText } from "#kit/filter/use-url.ts";
import { useOpenPanel } from "#kit/app/open-panel.ts";
import { None } from "#kit/page/blocks.tsx";
import { CANDIDATE_KEY } from "#shared/candidate-panel.ts";
import { CandidateRanking } from "./candidate-ranking.tsx";

const PANEL = { keys: [CANDIDATE_KEY] };

export default function CandidatePanel() {
  const [search] = useSearchText();
  useOpenPanel(PANEL);
  const id = Number(new URLSearchParams(search).get(CANDIDATE_KEY));
  return Number.isInteger(id) && id > 0 ? <CandidateRanking key={id} applicantId={id} /> : <None>没有指定申请人</None>;
}
