/** What insurance products ask of the area that keeps policies; server/src/areas.ts fills it before anything is served. */
import { raw, type Sql } from "#kit/db/sql.ts";

export interface InsurancePorts {
  /** Rows of (product_id, policies_30, claims): policies made since an instant, and claims of all. */
  policyCounts(since: Date): Sql;
}
/** A catalogue that stands alone knows no policies. */
const ALONE: InsurancePorts = { policyCounts: () => raw("(select 0::int8 as product_id, 0 as policies_30, 0 as claims where false)") };
const filled: { by: InsurancePorts } = { by: ALONE };
export const fillInsurancePorts = (by: InsurancePorts): void => void (filled.by = by);
export const policyCounts = (since: Date): Sql => filled.by.policyCounts(since);
