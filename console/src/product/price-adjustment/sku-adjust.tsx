/** 申请调价 of products whose prices are locked: where its dialog opens, and one's own requests. */
import { Button } from "antd";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { part } from "#kit/app/part.tsx";
import type { AdjustDialogProps } from "./adjust-dialog.tsx";
import type { MyAdjustmentsProps } from "./my-adjustments.tsx";

export const AdjustDialog = part<AdjustDialogProps>(() => import("./adjust-dialog.tsx").then((m) => m.AdjustDialog));
const MyAdjustments = part<MyAdjustmentsProps>(() => import("./my-adjustments.tsx").then((m) => m.MyAdjustments));

export interface AdjustButtonProps {
  skuIds: readonly number[];
}
export function AdjustButton({ skuIds }: AdjustButtonProps) {
  const [dialog, open] = useDialog();
  return (
    <>
      <Button onClick={() => open((close) => <AdjustDialog skuIds={skuIds} onClose={close} />)}>申请调价</Button>
      {dialog}
    </>
  );
}

/** Opens the requests one has made, of all products or of one. */
export function MyAdjustmentsButton({ skuId }: { skuId?: number }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <Button onClick={() => open((close) => <MyAdjustments {...(skuId !== undefined && { skuId })} onClose={close} />)}>我的调价</Button>
      {dialog}
    </>
  );
}
