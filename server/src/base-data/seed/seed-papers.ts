import type { FormSection, Identity, PhotoRule } from "@visadesk/contract/product/snapshot.ts";
import { richOf } from "@visadesk/contract/kit/rich-text.ts";
import type { Tx } from "#kit/db/db.ts";
import { seedRows } from "#kit/db/seeds.ts";

interface DocumentSeed {
  kind: number;
  category: number;
  sub_type: string | null;
  name: string;
  identities: Identity[];
  requirement: string;
  default_owner: "must" | "optional" | "ours";
  page_type: 0 | 1;
  max_pages: number;
  pattern: string;
  is_original: boolean;
  copies: number;
  return_needed: boolean;
  max_age_days: number;
}
interface PhotoSeed extends Omit<PhotoRule, "document_id" | "formats"> {
  name: string;
  country_ids: string[];
}
interface ApplicationSeed {
  name: string;
  country_ids: string[];
  sections: FormSection[];
}

const CHECK_POINTS: Record<string, string[]> = {
  护照首页扫描件: ["四角齐全无反光", "有效期满足要求", "机读码清晰"],
  近6个月银行流水: ["银行盖章", "末页余额", "截止日期在30天内"],
  在职及准假证明: ["抬头纸与公章", "负责人签字", "假期与行程一致"],
};

async function knownNames(tx: Tx): Promise<Set<string>> {
  return new Set((await tx.selectFrom("documents").select(["kind", "name"]).execute()).map((d) => `${d.kind} ${d.name}`));
}

/** Papers, photo rules and application forms; each form starts with a published version. */
export async function seedPapers(tx: Tx, now: Date): Promise<void> {
  const known = await knownNames(tx);
  const reasons = new Map((await tx.selectFrom("reject_reasons").select(["id", "code"]).execute()).map((r) => [r.code, r.id]));
  const reasonIds = (...codes: string[]): number[] => codes.map((c) => reasons.get(c)).filter((id) => id !== undefined);
  const papers = seedRows<DocumentSeed>("documents.json").map((d, sort) => ({
    ...d,
    requirement: points(d.requirement),
    sort,
    created_at: now,
    updated_at: now,
    check_points: CHECK_POINTS[d.name] ?? [],
    reason_ids: d.max_age_days > 0 ? reasonIds("seal", "thirty_days", "amount") : reasonIds("unclear", "corners", "mismatch"),
  }));
  const photos = seedRows<PhotoSeed>("photos.json").map(({ name, country_ids, ...rule }, i) => ({
    kind: 4,
    name,
    country_ids,
    requirement: points(photoText(rule)),
    formats: ["jpg"],
    copies: Math.max(1, rule.paper_copies),
    reason_ids: reasonIds("photo", "unclear"),
    sort: 100 + i,
    photo_rule: JSON.stringify({ ...rule, formats: ["jpg"] }),
    created_at: now,
    updated_at: now,
  }));
  const isNew = (d: { kind: number; name: string }): boolean => !known.has(`${d.kind} ${d.name}`);
  const [newPapers, newPhotos] = [papers.filter(isNew), photos.filter(isNew)];
  if (newPapers.length > 0) await tx.insertInto("documents").values(newPapers).execute();
  if (newPhotos.length > 0) await tx.insertInto("documents").values(newPhotos).execute();
  await seedApplications(tx, known, now);
}

function photoText(rule: Omit<PhotoSeed, "name" | "country_ids">): string {
  const size = `${rule.w_mm}×${rule.h_mm}毫米，电子版不少于${rule.w_px}×${rule.h_px}像素，${rule.bg_name}背景，近${rule.months}个月内拍摄`;
  return [size, ...rule.tips].join("；");
}

/** The seeds part what is asked for by semicolons; several are a list. */
function points(text: string): string {
  const all = text.split("；");
  return all.length > 1 ? `<ul>${all.map((point) => `<li>${richOf(point)}</li>`).join("")}</ul>` : richOf(text);
}

/** The seeds leave out what is the same for every question of theirs. */
const whole = (s: FormSection): FormSection => ({
  ...s,
  questions: s.questions.map((x) => ({ ...x, translate_en: x.translate_en ?? false, default: x.default ?? "" })),
});

async function seedApplications(tx: Tx, known: ReadonlySet<string>, now: Date): Promise<void> {
  for (const [i, { name, country_ids, sections }] of seedRows<ApplicationSeed>("applications.json").entries()) {
    if (known.has(`5 ${name}`)) continue;
    const { id } = await tx
      .insertInto("documents")
      .values({
        kind: 5,
        category: 2,
        sub_type: "application",
        name,
        country_ids,
        requirement: richOf("在线填写，姓名与护照一致"),
        fill_mode: "online",
        sort: 200 + i,
        created_at: now,
        updated_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("application_versions")
      .values({
        application_id: id,
        version_no: 1,
        state: "published",
        sections: JSON.stringify(sections.map(whole)),
        created_at: now,
        updated_at: now,
        published_at: now,
      })
      .execute();
  }
}
