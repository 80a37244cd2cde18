/** Endpoints of batch transfers. */
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { serve } from "#kit/call/serve.ts";
import type { Doors } from "../doors.ts";
import { transferMoves } from "./transfer.moves.ts";
import { transferReads } from "./transfer.read.ts";

export const peerTransferServer = ({ order }: Pick<Doors, "order">) =>
  serve(peerTransferApi, { ...transferReads(order), ...transferMoves(order) });
