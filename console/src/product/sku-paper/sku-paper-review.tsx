/** Before a changed paper list is saved: whom of the open applicants it would change, and who of them gets it. */
import { Button, Drawer } from "antd";
import { PaperPeople, usePeople, type Draft, type Picks } from "./sku-paper-people.tsx";

export interface PaperReviewProps {
  skuId: number;
  draft: Draft;
  /** Picks: save and push; "nobody": save; null: back to the form. */
  onChoose: (choice: Picks | "nobody" | null) => void;
}

export function PaperReview({ skuId, draft, onChoose }: PaperReviewProps) {
  const people = usePeople(skuId, draft);
  const { picks } = people;
  return (
    <Drawer
      open
      size="min(960px, 100vw)"
      title="资料清单有改动"
      mask={{ closable: false }}
      onClose={() => onChoose(null)}
      footer={
        <div className="vd-row vd-at-end">
          <Button onClick={() => onChoose(null)}>继续编辑</Button>
          {picks && <Button onClick={() => onChoose("nobody")}>仅保存</Button>}
          <Button type="primary" onClick={() => onChoose(picks ?? "nobody")}>
            {picks ? `保存并推送给 ${picks.count} 人` : "保存，不推送"}
          </Button>
        </div>
      }
    >
      <p>
        保存后新订单都按新清单。{people.answer.data ? `以下 ${people.answer.data.people} 位在办申请人的资料与新清单不同` : "在办申请人"}
        ，需要时勾选并推送给他们。
      </p>
      <PaperPeople people={people} none="没有在办申请人受影响" />
    </Drawer>
  );
}
