/** A draft of an earlier visit, above the form that it belongs to. */
import { Button } from "antd";
import { time } from "@visadesk/contract/kit/format.ts";
import type { DraftState } from "./draft.ts";

export interface DraftOfferProps {
  draft: Pick<DraftState, "offered" | "drop">;
  onTake: () => void;
}
export const DraftOffer = ({ draft: { offered, drop }, onTake }: DraftOfferProps) =>
  offered && (
    <output className="vd-note vd-row vd-draft vd-whole-row">
      恢复 {time(offered.saved_at)} 的草稿
      <Button size="small" type="link" onClick={onTake}>
        恢复
      </Button>
      <Button size="small" type="text" onClick={drop}>
        不要
      </Button>
    </output>
  );
