/** One act upon several rows, each a call of its own: one that is refused leaves the others. */
import { faultOf } from "./ask.ts";
import type { Outcome } from "./outcome.tsx";

/** `rest`: the rows that were refused. One after the other, since they wait for the same locks; `act` keeps its own toasts quiet. */
export async function eachRow<R>(
  rows: readonly R[],
  nameOf: (row: R) => string | Promise<string>,
  act: (row: R) => Promise<unknown>,
): Promise<Outcome & { rest: R[] }> {
  let done = 0;
  const left: { name: string; msg: string }[] = [];
  const rest: R[] = [];
  for (const row of rows)
    await act(row).then(
      () => done++,
      async (e: unknown) => {
        rest.push(row);
        left.push({ name: await nameOf(row), msg: faultOf(e).msg });
      },
    );
  return { done, left, rest };
}
