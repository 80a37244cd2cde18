/** 导入线索: who left a card at the fair, out of a sheet. */
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { SheetDialog } from "#kit/form/sheet-dialog.tsx";
import type { ExhibitionDetail } from "./exhibition-words.tsx";

const HEADS = { 公司: "company", 姓名: "name", 手机: "mobile", 职务: "title", 意向: "interest", 备注: "note" } as const;
const EXAMPLE = "公司\t姓名\t手机\t职务\t意向\t备注\n苏州行舟旅行社\t李想\t13800138000\t计调\t高\t";

export interface LeadSheetProps {
  exhibition: ExhibitionDetail;
  onClose: () => void;
}
export const LeadSheet = ({ exhibition: e, onClose }: LeadSheetProps) => (
  <SheetDialog
    endpoint={exhibitionLeadApi.exhibition_lead_import}
    also={{ exhibition_id: e.id }}
    title={`导入线索：${e.name}`}
    word="导入"
    unit="条线索"
    label="线索表"
    intro="第一行为表头：公司、姓名、手机、职务、意向、备注。手机号是同行的记为老客签到；不能导入的行会列出原因。"
    heads={HEADS}
    needed={["公司", "手机"]}
    named="公司"
    example={EXAMPLE}
    fits={(rows) => {
      const of = (outcome: string): number => rows.filter((r) => r.outcome === outcome).length;
      return `新线索 ${of("add")} 条，老客签到 ${of("sign_in")} 家`;
    }}
    onClose={onClose}
  />
);
