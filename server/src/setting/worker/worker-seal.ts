/** Staff numbers from before the sealing. */
import { sealedRows } from "#kit/seal/seal-move.ts";
import { sealedWorker } from "../../account/index.ts";

export const workerSeals = sealedRows(sealedWorker);
