import type { Db } from "#kit/db.ts";
export const seedAdjustments = (_db: Db, _now: Date): Promise<void> => Promise.resolve();
