/** Files that are attached to orders: uploaded before, of an allowed type and size. */
import { questionsOf } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { applicantMaterialApi as contract } from "@visadesk/contract/order/applicant-material.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import type { Work } from "../flow/work.ts";
import type { Material } from "../flow/facts.ts";
import { snapshotPaper } from "./material.rules.ts";
import type { PhotoRule } from "@visadesk/contract/product/snapshot.ts";
import { photoCheck } from "../../base-data/index.ts";
import { handedIn, neutralName, type HandedIn } from "../../files/index.ts";

const TYPES: Readonly<Record<string, string>> = { jpg: "image/jpeg", png: "image/png", pdf: "application/pdf", webp: "image/webp" };
export const MAX_MB = 5;

/** What a refusal calls a file: the name its caller gave it. */
const nameOf = (file: HandedIn): string => file.filename ?? "文件";

/** The stored rows of uploaded keys; an unknown key is refused. */
export async function checkFiles(
  ctx: Ctx,
  keys: readonly string[],
  rule: { formats?: readonly string[]; max_mb?: number } = {},
): Promise<Map<string, HandedIn>> {
  if (keys.length === 0) return new Map();
  const stored = await handedIn(ctx.db, ctx.principal?.worker_id ?? null, keys);
  const byKey = new Map(stored.map((f) => [f.key, f]));
  const formats = rule.formats ?? ["jpg", "png", "pdf"];
  const max = Math.min(rule.max_mb ?? MAX_MB, MAX_MB);
  for (const key of keys) {
    const file = byKey.get(key);
    if (!file) refuse("bad_file", "文件不存在，请重新上传");
    if (!formats.some((f) => TYPES[f] === file.content_type))
      refuse("bad_file", `文件不符合要求：${nameOf(file)} 须为 ${formats.join("、")}`);
    if (file.size > max * 1_048_576) refuse("bad_file", `文件不符合要求：${nameOf(file)} 超过 ${max} MB`);
  }
  return byKey;
}

/** New pages supersede the old ones of the same number; nothing is erased. */
export async function storeFiles(w: Work, m: Material, files: Parsed<typeof contract.applicant_material_upload>["files"]): Promise<void> {
  const { ctx } = w;
  const pages = files.map((f) => f.page_no);
  const max = m.page_type === 0 ? 1 : m.max_pages;
  if (new Set(pages).size < pages.length) throw badInput({ path: "files", message: "页码重复" });
  if (Math.max(...pages) > max) throw badInput({ path: "files", message: max === 1 ? `${m.name}只需上传一页` : `${m.name}最多${max}页` });
  const paper = snapshotPaper(w.facts.snapshot, m.document_id);
  const stored = await checkFiles(
    ctx,
    files.map((f) => f.file),
    paper ? { formats: paper.formats, max_mb: paper.max_mb } : {},
  );
  const rule = w.facts.snapshot.photo_rule;
  if (rule && rule.document_id === m.document_id) checkPhotos(rule, stored.values());
  await keepPages(w, m, files, stored);
}

/** Answers of a form that are files are kept as its pages, so that they are opened, found and erased like every other. */
export async function storeFormFiles(w: Work, m: Material, answers: Readonly<Record<string, unknown>>): Promise<void> {
  const asked = questionsOf(w.facts.snapshot.application?.sections ?? []).filter((x) => x.kind === "file");
  const live = await w.ctx.db
    .selectFrom("material_files")
    .select(["page_no", "file"])
    .where("material_id", "=", m.id)
    .where("superseded_at", "is", null)
    .execute();
  const fresh = asked.flatMap((x, i) => {
    const file = answers[x.key];
    const page_no = i + 1;
    return typeof file === "string" && file && !live.some((f) => f.page_no === page_no && f.file === file) ? [{ file, page_no }] : [];
  });
  if (fresh.length > 0)
    await keepPages(
      w,
      m,
      fresh,
      await checkFiles(
        w.ctx,
        fresh.map((f) => f.file),
      ),
    );
}

interface Page {
  file: string;
  page_no: number;
}
async function keepPages(w: Work, m: Material, files: readonly Page[], stored: ReadonlyMap<string, HandedIn>): Promise<void> {
  const { ctx } = w;
  const pages = files.map((f) => f.page_no);
  const last = await ctx.db
    .selectFrom("material_files")
    .select((e) => e.fn.max("version_no").as("n"))
    .where("material_id", "=", m.id)
    .executeTakeFirst();
  await ctx.db
    .updateTable("material_files")
    .set({ superseded_at: ctx.now })
    .where("material_id", "=", m.id)
    .where("page_no", "in", pages)
    .where("superseded_at", "is", null)
    .execute();
  await ctx.db
    .insertInto("material_files")
    .values(
      files.map((f) => ({
        material_id: m.id,
        file: f.file,
        filename: stored.get(f.file)?.filename ?? neutralName(m.name, f.file),
        size: stored.get(f.file)?.size ?? 0,
        page_no: f.page_no,
        version_no: (last?.n ?? 0) + 1,
        uploaded_by: ctx.principal?.worker_id ?? null,
        created_at: ctx.now,
      })),
    )
    .execute();
}

/** Refuses photos that break the rule they were sold with. A file whose pixels were never read is left to the reviewer. */
export function checkPhotos(rule: PhotoRule, files: Iterable<HandedIn>): void {
  for (const file of files) {
    const faults = file.width === null ? [] : photoCheck(rule, file);
    if (faults.length > 0) refuse("bad_file", `照片不符合要求：${nameOf(file)} ${faults.join("，")}`);
  }
}
