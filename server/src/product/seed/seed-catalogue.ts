import type { Db } from "#kit/db/db.ts";
import { seedSuppliers } from "../../supplier/index.ts";
import { seedInsurance } from "./seed-insurance.ts";
import { seedRecommends } from "./seed-recommend.ts";
import { seedProducts } from "./seed.ts";

/** The demo catalogue: products, then the suppliers that serve them, what they recommend and what the front ends show. Needs the reference data. */
export async function seedCatalogue(db: Db, now: Date): Promise<void> {
  await seedProducts(db, now);
  await seedSuppliers(db, now);
  await seedInsurance(db, now);
  await seedRecommends(db, now);
}
