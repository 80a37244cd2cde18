/** The draft of what was just looked at is confirmed at once; when that is refused it waits in the list. */
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import type { Transfer } from "./transfer-words.tsx";

const ASKED = 30;
const ASK_MS = 500;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Until it ran, as long as that takes a few seconds: whoever waits longer finds it in its list. */
async function ran(id: number): Promise<void> {
  for (let n = 0; n < ASKED; n += 1) {
    await wait(ASK_MS);
    const { is_moving } = await ask(peerTransferApi.peer_transfer_get, { id }, { noToast: true });
    if (!is_moving) return;
  }
}

/** `today`: one of this day begins at once, and the lists behind it are asked again when it is through. */
export function useConfirm(today: string, onMade?: (id: number) => void): (made: Transfer) => Promise<void> {
  const afterWrite = useAfterWrite();
  return async ({ id, version, expected_count, effective_on }) => {
    const isConfirmed = await ask(peerTransferApi.peer_transfer_schedule, { id, version, expected_count, idempotency_key: uuid() }).then(
      () => true,
      // The client has said why.
      () => false,
    );
    const isNow = isConfirmed && effective_on <= today;
    if (isConfirmed) toast.success(isNow ? "已开始转移" : `将于 ${effective_on} 转移`);
    afterWrite();
    onMade?.(id);
    if (!isNow) return;
    await ran(id).catch(() => undefined);
    afterWrite();
  };
}
