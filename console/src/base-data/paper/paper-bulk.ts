/** What is done with several papers at once. */
import { ask, askFilter, faultOf } from "#kit/act/ask.ts";
import { download } from "#kit/file/download.ts";
import type { Outcome } from "#kit/act/outcome.tsx";
import type { Selection } from "#kit/list/list-screen.tsx";
import { documentApi, paperForms, PAPERS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { AnyPaper } from "./paper-cells.tsx";

const PAGE = 100;

/** The papers of a selection, page by page. */
export async function papersOf(noun: PaperNoun, selection: Selection): Promise<AnyPaper[]> {
  const filter = "ids" in selection ? { ids: [...selection.ids] } : selection.filter;
  const all: AnyPaper[] = [];
  for (let page = 1; ; page++) {
    const { list } = await askFilter(documentApi[`${noun}_query`], { ...filter, page, page_size: PAGE, count: false, sort: "id" });
    all.push(...list);
    if (list.length < PAGE) return all;
  }
}

/** Enables or disables them one after another; those that are so already are done. */
export async function setStatus(noun: PaperNoun, papers: readonly AnyPaper[], status: 0 | 1): Promise<Outcome> {
  let done = 0;
  const left: { name: string; msg: string }[] = [];
  const quiet = { noToast: true };
  for (const { id, version, used_count, name, status: now } of papers) {
    const act = (): Promise<unknown> =>
      now === status
        ? Promise.resolve()
        : status === 1
          ? ask(documentApi[`${noun}_enable`], { id, version }, quiet)
          : ask(documentApi[`${noun}_disable`], { id, version, used_count }, quiet);
    await act().then(
      () => done++,
      (e: unknown) => left.push({ name, msg: faultOf(e).msg }),
    );
  }
  return { done, left };
}

/** Exactly what 导入 takes: the fields a person fills in. */
export function jsonOf(noun: PaperNoun, papers: readonly AnyPaper[]): string {
  const names = new Set(Object.keys(paperForms[noun].shape));
  const rows = papers.map((p) => Object.fromEntries(Object.entries(p).filter(([name]) => names.has(name))));
  return JSON.stringify(rows, null, 2);
}

export function exportJson(noun: PaperNoun, papers: readonly AnyPaper[]): void {
  const url = URL.createObjectURL(new Blob([jsonOf(noun, papers)], { type: "application/json" }));
  download(url, `${PAPERS[noun].label}-${shanghaiDate(new Date())}.json`);
  URL.revokeObjectURL(url);
}

type Rows = Input<(typeof documentApi)["elec_import"]>["rows"];

/** Rows of a file for 导入, or why it cannot be one. */
export function rowsOf(text: string): { rows: Rows } | { fault: string } {
  try {
    const read = documentApi.elec_import.input.shape.rows.safeParse(JSON.parse(text));
    if (read.success) return { rows: read.data };
    const [first] = read.error.issues;
    // Of the list itself: empty or too long. A row that is none is a file of another sort.
    return { fault: first?.path.length === 0 && first.code !== "invalid_type" ? first.message : OTHER_FILE };
  } catch {
    return { fault: OTHER_FILE };
  }
}
const OTHER_FILE = "文件里不是资料的列表，请选择由“导出 JSON”得到的文件";
