/** 申请调价 of products whose prices are locked: where its dialog opens, and one's own requests. */
import { Button } from "antd";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { part } from "#kit/app/part.tsx";
import type { AdjustDialogProps } from "./price-adjustment-dialog.tsx";
import type { MyAdjustmentsProps } from "./price-adjustment-mine.tsx";

export const AdjustDialog = part<AdjustDialogProps>(() => import("./price-adjustment-dialog.tsx").then((m) => m.AdjustDialog));
const MyAdjustments = part<MyAdjustmentsProps>(() => import("./price-adjustment-mine.tsx").then((m) => m.MyAdjustments));

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
