/** What every test app begins with: staff, reference data and catalogue, as of one moment. */
import type { Db } from "#kit/db/db.ts";
import { useCheapPasswords, useTestKeys } from "../account/index.ts";
import { seedReference } from "../base-data/index.ts";
import { seedCatalogue } from "../product/index.ts";
import { seedStaff } from "../setting/index.ts";

export const TEST_NOW = "2026-11-20T02:00:00.000Z";

/** Keys and costs as tests use them; hashes made with them are read with them. */
export function testSecrets(): void {
  useTestKeys();
  useCheapPasswords();
}

/** Call `testSecrets` before. */
export async function seedBusiness(db: Db, now: Date): Promise<void> {
  await seedStaff(db, now);
  await seedReference(db, now);
  await seedCatalogue(db, now);
}
