/** Files dropped on an item: checked, stored, and handed in as pages that supersede what they replace. */
import { applicantMaterialApi } from "@visadesk/contract/order/applicant-material.ts";
import { upload } from "#kit/app/api.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { fileFault } from "#kit/inputs/file-input.tsx";
import { presentFiles, type Material } from "../applicant/applicant-model.ts";

/** Page numbers new files take: a given page, else behind the last one; a rejected item starts anew. */
export function pagesFor(m: Material, count: number, page?: number): number[] | string {
  const max = m.page_type === 0 ? 1 : Math.max(1, m.max_pages);
  const last = m.material_status === "rejected" || max === 1 ? 0 : Math.max(0, ...presentFiles(m).map((f) => f.page_no));
  const first = page ?? last + 1;
  if (first + count - 1 > max) return max === 1 ? `${m.name}只需上传一页` : `${m.name}最多${max}页，已有${last}页`;
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Hands files in; false when something was refused and said. */
export async function handIn(m: Material, files: readonly File[], more: { page?: number; doc_date?: string | null }): Promise<boolean> {
  const pages = pagesFor(m, files.length, more.page);
  const fault = typeof pages === "string" ? pages : files.map((f) => fileFault(f)).find((f) => f !== null);
  if (fault || typeof pages === "string") {
    toast.error(fault ?? "");
    return false;
  }
  try {
    const stored = await Promise.all(files.map((f) => upload("file_upload", f, { purpose: "material" }, { noToast: true })));
    await ask(
      applicantMaterialApi.applicant_material_upload,
      {
        id: m.id,
        version: m.version,
        files: stored.map((s, i) => ({ file: s.key, page_no: pages[i] ?? i + 1 })),
        ...(more.doc_date && { doc_date: more.doc_date }),
      },
      { noToast: true },
    );
    return true;
  } catch (error) {
    const { msg, request_id } = faultOf(error);
    toast.error(`${m.name}：${msg}`, request_id ? { request_id } : undefined);
    return false;
  }
}
