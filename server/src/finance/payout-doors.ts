/** What payments may be for, one entry each; no invoice asks for a red letter yet. */
import type { PayoutDoors } from "./payout/payout.source.ts";
import { withdrawalSource } from "./withdrawal/withdrawal.source.ts";

export const payoutDoors: PayoutDoors = { sources: [withdrawalSource], openReds: () => Promise.resolve([]) };
