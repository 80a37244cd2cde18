/** 导入账单 from a list: the bill is read first. */
import { Dialog } from "#kit/form/dialog.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { expressSettleApi } from "@visadesk/contract/finance/express-settle.ts";
import { ImportDialog } from "./settle-dialogs.tsx";
import { tradeOf } from "./settle-trades.ts";

export interface ImportLatestProps {
  id: number;
  onClose: () => void;
}
export function ImportLatest({ id, onClose }: ImportLatestProps) {
  const answer = useRecord(expressSettleApi.express_settle_get, { id });
  if (!answer.data) return <Dialog title="导入账单" reads={answer} onClose={onClose} />;
  return <ImportDialog desk={tradeOf(answer.data)} settlement={answer.data} onClose={onClose} />;
}
