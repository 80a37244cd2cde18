import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { useScanQueue } from "./scan-queue.ts";

/** Answers that come when the test says so. */
function slow() {
  const sent: string[] = [];
  const ends: { answer: () => void; fail: () => void }[] = [];
  const send = (code: string): Promise<void> =>
    new Promise((resolve, reject) => {
      sent.push(code);
      ends.push({ answer: resolve, fail: () => reject(new Error("offline")) });
    });
  return { sent, ends, send };
}

it("scans that come while one is under way wait their turn; each is sent once, in order", async () => {
  const { sent, ends, send } = slow();
  const { result } = renderHook(() => useScanQueue(send));
  act(() => {
    for (const code of ["A1", "B2", "C3"]) result.current.push(code);
  });
  expect(sent).toEqual(["A1"]);
  expect(result.current.waiting).toBe(3);
  await act(async () => ends[0]?.answer());
  expect(sent).toEqual(["A1", "B2"]);
  act(() => result.current.push("D4"));
  for (const at of [1, 2, 3]) await act(async () => ends[at]?.answer());
  expect(sent).toEqual(["A1", "B2", "C3", "D4"]);
  await waitFor(() => expect(result.current.waiting).toBe(0));
});

it("without an answer nothing is lost: the scan stays first and goes out again with the next one or by hand", async () => {
  const { sent, ends, send } = slow();
  const { result } = renderHook(() => useScanQueue(send));
  act(() => {
    result.current.push("A1");
    result.current.push("B2");
  });
  await act(async () => ends[0]?.fail());
  expect(result.current).toMatchObject({ isStuck: true, waiting: 2 });
  expect(sent).toEqual(["A1"]);
  act(() => result.current.again());
  expect(sent).toEqual(["A1", "A1"]);
  await act(async () => ends[1]?.fail());
  act(() => result.current.push("C3"));
  for (const at of [2, 3, 4]) await act(async () => ends[at]?.answer());
  expect(sent).toEqual(["A1", "A1", "A1", "B2", "C3"]);
  expect(result.current).toMatchObject({ isStuck: false, waiting: 0 });
});
