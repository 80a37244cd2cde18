/** The log of the demo's applications: the rows that the acts behind them would have written. */
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { APPLICATION_REJECTS, RETURN_ITEMS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Actor, LogEntry } from "#kit/call/context.ts";
import { writeLog } from "#kit/call/log.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { only } from "#kit/files/objects.ts";
import { differenceOf } from "#kit/noun/save.ts";
import type { RowOf } from "#kit/noun/noun.ts";
import { peerApplicationNoun } from "../peer/peer-application.noun.ts";
import { FACTS } from "./application.write.ts";

type Stored = RowOf<"peer_applications"> & { peer: string | null };
type State = keyof typeof peerApplicationFlow.states;
interface Act {
  at: string;
  actor: Actor;
  endpoint: string;
  kind: "write" | "move";
  entries: LogEntry[];
}
const DAY_MS = 86_400_000;
const REASON_ROUND = "营业执照有效期看不清，请重新上传";

const wordOf = (words: Readonly<Record<string, string>>, key: string | null): string => words[key ?? ""] ?? "";
const of = (a: Stored): Pick<LogEntry, "noun" | "noun_id" | "noun_no"> => ({
  noun: peerApplicationNoun.name,
  noun_id: a.id,
  noun_no: a.application_no,
});
function moved(a: Stored, move: string, way: readonly [State, State], at: string, actor: Actor, reason?: string): Act {
  const [before, after] = way.map((s) => peerApplicationFlow.states[s].label);
  const changes = [{ field: "application_status", label: "状态", before, after }];
  return { at, actor, kind: "move", endpoint: `peer_application_${move}`, entries: [{ ...of(a), ...(reason && { reason }), changes }] };
}
function ended(a: Stored, maker: Actor, checker: Actor): Act[] {
  const at = a.decided_at ?? a.updated_at;
  if (a.application_status === "returned") {
    const asked = `${a.returned_items.map((item) => wordOf(RETURN_ITEMS, item)).join("、")}：${a.reason_text}`;
    return [moved(a, "return", ["pending", "returned"], a.returned_at ?? at, checker, asked)];
  }
  if (a.application_status === "withdrawn") return [moved(a, "withdraw", ["pending", "withdrawn"], at, maker)];
  if (a.application_status === "rejected") {
    const said = `${wordOf(APPLICATION_REJECTS, a.reason_code)}：${a.reason_text}`;
    return [moved(a, "reject", ["pending", "rejected"], at, checker, said)];
  }
  if (a.application_status !== "approved") return [];
  const passed = moved(a, "approve", ["pending", "approved"], at, checker);
  const changes = [{ field: "application_no", label: "申请号", before: null, after: a.application_no }];
  return [{ ...passed, entries: [...passed.entries, { noun: "peer", noun_id: a.peer_id, noun_no: a.peer, changes }] }];
}

function actsOf(a: Stored, named: (id: number | null) => Actor | undefined, checker: Actor): Act[] {
  const maker = named(a.created_by) ?? { kind: "peer", id: null, name: a.name };
  const begun = { ...only(a, [...FACTS, "application_no"]), submitted_at: a.created_at, application_status: "pending" };
  const changes = differenceOf(peerApplicationNoun, {}, begun);
  const before = new Date(Date.parse(a.submitted_at) - DAY_MS).toISOString();
  const again =
    a.round > 1
      ? [
          moved(a, "return", ["pending", "returned"], before, checker, `${RETURN_ITEMS.business_licence}：${REASON_ROUND}`),
          moved(a, "resubmit", ["returned", "pending"], a.submitted_at, maker),
        ]
      : [];
  return [
    { at: a.created_at, actor: maker, kind: "write", endpoint: "peer_application_add", entries: [{ ...of(a), changes }] },
    ...again,
    ...ended(a, maker, named(a.decided_by) ?? checker),
  ];
}

/** After all demo applications; does nothing where one has its log. Oldest first, as the log's months end. */
export async function seedApplicationLog(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from operation_logs where noun = ${peerApplicationNoun.name} limit 1`)) return;
    const workers = await rows<{ id: number; account: string; name: string }>(tx, q`select id, account, nickname as name from workers`);
    const people = new Map(workers.map((w): [number, Actor] => [w.id, { kind: "worker", id: w.id, name: w.name }]));
    const checker = people.get(workers.find((w) => w.account === "admin")?.id ?? 0);
    if (!checker) return;
    const list = await rows<Stored>(tx, q`select a.*, p.short_name as peer from peer_applications a left join peers p on p.id = a.peer_id`);
    const acts = list.flatMap((a) => actsOf(a, (id) => people.get(id ?? 0), checker));
    for (const { at, actor, endpoint, kind, entries } of acts.toSorted((x, y) => Date.parse(x.at) - Date.parse(y.at)))
      await writeLog(
        tx,
        { now: new Date(at), request_id: crypto.randomUUID(), ip: "", agent: "", actor },
        { name: endpoint, kind },
        entries,
        "ok",
        0,
      );
  });
}
