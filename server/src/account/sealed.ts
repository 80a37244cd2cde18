/** Which numbers of staff are sealed. */
import { sealedTable } from "#kit/seal/seal.ts";

export const sealedWorker = sealedTable({ table: "workers", row: "account", fields: { mobile: "mobile" } });
