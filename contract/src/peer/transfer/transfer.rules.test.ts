import { expect, test } from "vitest";
import { countFault, evenSplit, regionSplit, roomFault, undoDaysLeft } from "./transfer.rules.ts";

const [A, B] = [11, 12];
test("peer 15: GMV is dealt out evenly, and the same every time", () => {
  const gmv = [90, 60, 50, 40, 30];
  const peers = gmv.map((k, i) => ({ peer_id: i + 1, gmv: k * 100_000 }));
  const split = evenSplit(peers, [A, B]);
  const of = (worker: number) => split.filter((s) => s.to_worker_id === worker).map((s) => gmv[s.peer_id - 1] ?? 0);
  expect([of(A), of(B)]).toEqual([
    [90, 40],
    [60, 50, 30],
  ]);
  expect(evenSplit([...peers].reverse(), [A, B])).toEqual(split);
  const idle = [1, 2, 3].map((peer_id) => ({ peer_id, gmv: 0 }));
  expect(evenSplit(idle, [B, A]).map((s) => s.to_worker_id)).toEqual([B, A, B]);
  expect(evenSplit(peers, [])).toEqual([]);
});
test("by region each goes to whose place it is; the others are dealt out", () => {
  const of = (peer_id: number, place_owner_id: number | null, gmv: number) => ({ peer_id, place_owner_id, gmv });
  expect(regionSplit([of(1, B, 500), of(2, 99, 300), of(3, null, 200), of(4, A, 0)], [A, B])).toEqual([
    { peer_id: 1, to_worker_id: B },
    { peer_id: 4, to_worker_id: A },
    { peer_id: 2, to_worker_id: A },
    { peer_id: 3, to_worker_id: B },
  ]);
});
test("nobody gets more than he may have, nor anything when he is disabled", () => {
  const target = { worker_id: A, name: "张三", is_enabled: true, has: 86, max: 100 };
  const lines = (n: number) => Array.from({ length: n }, () => ({ to_worker_id: A }));
  expect([roomFault(lines(14), [target]), roomFault(lines(15), [target])]).toEqual([null, "「张三」超出上限 1 家"]);
  expect(roomFault(lines(900), [{ ...target, max: null }])).toBeNull();
  expect(roomFault(lines(1), [{ ...target, is_enabled: false }])).toBe("「张三」已停用，请更换接收人");
});
test("peer 18: a selection that grew is told", () => {
  expect([countFault(100, 100), countFault(100, 101)]).toEqual([null, "名单已变化：预计 100，现为 101"]);
});
test("peer 17: seven days to undo", () => {
  const end = "2026-10-01T02:00:00Z";
  expect(["2026-10-01T02:00:00Z", "2026-10-08T01:59:59Z", "2026-10-08T02:00:00Z"].map((t) => undoDaysLeft(end, new Date(t)))).toEqual([
    7, 1, 0,
  ]);
});
