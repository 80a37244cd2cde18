/** 休假交接 over any page: all of mine, or the one in the address. */
import { useQuery } from "#kit/app/location.tsx";
import { useOpenPanel } from "#kit/app/open-panel.ts";
import { idOf } from "#kit/filter/use-url.ts";
import { HANDOVER } from "#shared/handover-href.ts";
import { HandoverBrief } from "./handover-brief.tsx";
import { HandoverList } from "./handover-list.tsx";

const OWN = { keys: [HANDOVER] };
export default function HandoverPanel() {
  useOpenPanel(OWN);
  const [query] = useQuery();
  const one = query[HANDOVER];
  return one ? <HandoverBrief id={idOf(one)} /> : <HandoverList />;
}
