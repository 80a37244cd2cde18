import type { Tx } from "#kit/db/db.ts";

export interface OfficialFee {
  id: number;
  currency: string;
  adult: number;
  child: number | null;
}
/** Ids of the reference data by the names the seeds use. */
export interface ReferenceIds {
  countries: ReadonlyMap<string, { name_zh: string; pinyin: string }>;
  embassies: ReadonlyMap<string, number>;
  /** By `country district`. */
  districts: ReadonlyMap<string, number>;
  /** By `kind name`. */
  documents: ReadonlyMap<string, number>;
  refundPolicies: ReadonlyMap<string, number>;
  fees: ReadonlyMap<string, OfficialFee>;
  mailCentre: number | null;
}

export async function referenceIds(tx: Tx): Promise<ReferenceIds> {
  const countries = await tx.selectFrom("countries").select(["id", "name_zh", "pinyin"]).execute();
  const embassies = await tx.selectFrom("embassies").select(["id", "name", "country_id", "district_name"]).execute();
  const documents = await tx.selectFrom("documents").select(["id", "kind", "name"]).execute();
  const policies = await tx.selectFrom("refund_policies").select(["id", "name"]).execute();
  const fees = await tx.selectFrom("official_fees").select(["id", "name", "currency", "adult", "child"]).execute();
  const centre = await tx.selectFrom("mail_centres").select("id").orderBy("id").executeTakeFirst();
  return {
    countries: new Map(countries.map((c) => [c.id, c])),
    embassies: new Map(embassies.map((e) => [e.name, e.id])),
    districts: new Map(embassies.filter((e) => e.district_name).map((e) => [`${e.country_id} ${e.district_name}`, e.id])),
    documents: new Map(documents.map((d) => [`${d.kind} ${d.name}`, d.id])),
    refundPolicies: new Map(policies.map((p) => [p.name, p.id])),
    fees: new Map(fees.map((f) => [f.name, f])),
    mailCentre: centre?.id ?? null,
  };
}
