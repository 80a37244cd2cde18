/** The acts of an exhibition in its row and on its page. */
import { peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { Moves } from "#kit/act/moves.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { deskHref, exhibitionHref, type Exhibition, type ExhibitionDetail } from "./exhibition-words.tsx";

export function ExhibitionMoves({ exhibition: e, head }: { exhibition: Exhibition | ExhibitionDetail; head?: true }) {
  const go = useGo();
  const lead =
    e.exhibition_status === "running"
      ? { label: "现场登记", onClick: () => go(deskHref(e)) }
      : { label: "查看", onClick: () => go(exhibitionHref(e)) };
  return (
    <Moves
      flow={peerExhibitionFlow}
      row={e}
      state={e.exhibition_status}
      endpoints={peerExhibitionApi}
      variant={head ? "head" : "row"}
      asks={{ close: () => ({ title: `结束展会：${e.name}？`, content: "结束后资料、费用、复盘不能再修改，也不能再登记线索。" }) }}
      {...(!head && { lead })}
    />
  );
}
