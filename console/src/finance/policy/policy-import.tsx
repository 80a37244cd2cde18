/** 批量登记保单: what the insurer answered, by 投保编号. */
import { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import { SheetDialog } from "#kit/form/sheet-dialog.tsx";
import { Item } from "#kit/page/item.tsx";

const HEADS = { 投保编号: "apply_no", 保单号: "policy_no", 起保日: "start_on", 止保日: "end_on" } as const;
const EXAMPLE = "投保编号\t保单号\t起保日\t止保日\nBX261124000001\tANTU-2026-000001\t2026-12-20\t2026-12-28\n";

export const PolicyImport = ({ onClose }: { onClose: () => void }) => (
  <SheetDialog
    endpoint={policyApi.policy_sheet_import}
    title="批量登记保单"
    word="登记"
    unit="份保单"
    label="出单结果"
    intro="第一行为表头：投保编号、保单号，起保日与止保日可不填（按投保日期）。在投保名单上填好保单号后直接粘贴即可；只登记待出单的保单。"
    heads={HEADS}
    needed={["投保编号", "保单号"]}
    named="投保编号"
    example={EXAMPLE}
    onClose={onClose}
  >
    <Item name="file" help="保司出具的PDF，本批保单共用" needs="请上传保单文件" />
  </SheetDialog>
);
