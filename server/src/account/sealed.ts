/** Which numbers of staff are sealed. */
import { sealedTable } from "#kit/seal.ts";

export const sealedWorker = sealedTable({ table: "workers", row: "account", fields: { mobile: "mobile" } });
