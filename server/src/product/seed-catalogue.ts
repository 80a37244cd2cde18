import type { Db } from "#kit/db.ts";
import { seedSuppliers } from "../supplier/index.ts";
import { seedRecommends } from "./seed-recommend.ts";
import { seedProducts } from "./seed.ts";

/** The demo catalogue: products, then the suppliers that serve them and what the front ends recommend. Needs the reference data. */
export async function seedCatalogue(db: Db, now: Date): Promise<void> {
  await seedProducts(db, now);
  await seedSuppliers(db);
  await seedRecommends(db, now);
}
