/** 原件暴露榜: where originals lie longest, how many against what each may hold, and words to ask for them. */
import { Button } from "antd";
import { copy } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { supplierOriginalApi } from "@visadesk/contract/supplier/supplier-original.ts";
import { DaysHeld, supplierHref } from "./supplier-words.tsx";

type Exposure = Output<typeof supplierOriginalApi.supplier_exposure_query>["list"][number];
const WIDTH = 960;

/** What is sent to whoever collects there. */
export const reminderOf = (e: Exposure): string =>
  [
    `${e.collector_name ?? "您"}好，我司现有 ${e.originals_held} 件原件在贵司`,
    e.days ? `，最早一份已 ${e.days} 天` : "",
    e.over_30 > 0 ? `，超过30天的 ${e.over_30} 件` : "",
    "。请核对后告知归还时间，谢谢。",
  ].join("");

export interface SupplierExposureProps {
  onClose: () => void;
}
export function SupplierExposure({ onClose }: SupplierExposureProps) {
  const answer = useRecord(supplierOriginalApi.supplier_exposure_query, {});
  return (
    <Dialog title="原件暴露榜" width={WIDTH} reads={answer} onClose={onClose}>
      <Rows
        label="原件暴露榜"
        of={supplierOriginalApi.supplier_exposure_query.output.shape.list}
        rows={answer.data?.list ?? []}
        none="没有原件在供应商处"
        columns={[
          { name: "short_name", cell: (e) => <HrefLink href={supplierHref(e, "originals")}>{e.short_name}</HrefLink> },
          { name: "originals_held", end: true, hint: "按件数，一项原件两份计两件" },
          {
            name: "passports_held",
            end: true,
            hint: "护照本数/持有上限",
            cell: (e) => (
              <span className={e.passports_held > e.originals_limit ? "vd-num vd-error" : "vd-num"}>
                {e.passports_held}/{e.originals_limit}
              </span>
            ),
          },
          { name: "days", end: true, cell: (e) => <DaysHeld days={e.days} /> },
          { name: "up_to_7", end: true },
          { name: "up_to_14", end: true },
          { name: "up_to_30", end: true },
          { name: "over_30", end: true },
          "back_on",
          {
            title: "提醒",
            cell: (e) => (
              <Button type="link" size="small" onClick={() => void copy(reminderOf(e))}>
                复制提醒
              </Button>
            ),
          },
        ]}
      />
    </Dialog>
  );
}
