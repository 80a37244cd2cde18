/** What payments may be for, one entry each; no invoice asks for a red letter yet. */
import type { PayoutDoors } from "./payout/payout.source.ts";
import { settlementSource } from "./settlement/settle-pay.ts";
import { withdrawalSource } from "./withdrawal/withdrawal.source.ts";

export const payoutDoors: PayoutDoors = { sources: [withdrawalSource, settlementSource], openReds: () => Promise.resolve([]) };
