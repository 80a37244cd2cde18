/** What is done with several SPU at once. */
import { call } from "#kit/app/api.ts";
import { ask, askFilter, faultOf } from "#kit/act/ask.ts";
import { uuid } from "#kit/app/hash.ts";
import type { Selection } from "#kit/list/list-screen.tsx";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import type { Spu } from "./spu-cells.tsx";

const PAGE = 100;
const filterOf = (selection: Selection): Record<string, unknown> => ("ids" in selection ? { ids: [...selection.ids] } : selection.filter);

/** The SPU of a selection, page by page. */
export async function spusOf(selection: Selection): Promise<Spu[]> {
  const all: Spu[] = [];
  for (let page = 1; ; page++) {
    const { list } = await askFilter(spuApi.spu_query, { ...filterOf(selection), page, page_size: PAGE, count: false });
    all.push(...list);
    if (list.length < PAGE) return all;
  }
}

export interface Outcome {
  done: number;
  left: readonly { name: string; msg: string }[];
}

/** Enables or disables them one after another; those that are so already are done. */
export async function setStatus(spus: readonly Spu[], status: 0 | 1): Promise<Outcome> {
  let done = 0;
  const left: { name: string; msg: string }[] = [];
  const quiet = { noToast: true };
  for (const { id, version, name, on_sale_count, status: now } of spus) {
    const act = (): Promise<unknown> =>
      now === status
        ? Promise.resolve()
        : status === 1
          ? ask(spuApi.spu_enable, { id, version }, quiet)
          : ask(spuApi.spu_disable, { id, version, blocked_count: on_sale_count }, quiet);
    await act().then(
      () => done++,
      (e: unknown) => left.push({ name, msg: faultOf(e).msg }),
    );
  }
  return { done, left };
}

/** A file of the selection, made in the background. */
export const exportSpus = (selection: Selection): Promise<unknown> =>
  call("export_add", {
    endpoint: spuApi.spu_query.name,
    filter: filterOf(selection),
    format: "xlsx",
    expected_count: selection.count,
    idempotency_key: uuid(),
  });
