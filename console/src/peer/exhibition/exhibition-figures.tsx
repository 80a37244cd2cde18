/** How many fairs stand where, each a filter; and the leads that nobody called in time. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { leadsHref } from "./exhibition-words.tsx";

const STATES = keysOf(peerExhibitionFlow.states);
export function ExhibitionFigures() {
  const [search, replace] = useSearchText();
  const { data } = useQuery({
    queryKey: [peerExhibitionApi.peer_exhibition_stat_get.name],
    queryFn: ({ signal }) => ask(peerExhibitionApi.peer_exhibition_stat_get, {}, { signal, noToast: true }),
  });
  const only = (state: string): void => {
    const params = new URLSearchParams(search);
    params.delete("page");
    params.set("exhibition_status", state);
    replace(params.toString());
  };
  const late = data?.["uncalled"] ?? 0;
  return (
    <>
      {STATES.flatMap((state) => {
        const n = data?.[state] ?? 0;
        if (n === 0) return [];
        return (
          <Button key={state} type="link" size="small" className="vd-plain-link" onClick={() => only(state)}>
            {peerExhibitionFlow.states[state].label} <b className="vd-medium vd-num">{n}</b>
          </Button>
        );
      })}
      {late > 0 && (
        <HrefLink className="vd-plain-link" href={leadsHref(null, { is_late: "1" })}>
          线索未及时联系 <b className="vd-error vd-num">{late}</b>
        </HrefLink>
      )}
    </>
  );
}
