/** Checks of an application, judged over what was found. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { stateLabels } from "@visadesk/contract/kit/flow.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { mustLicences, PEER_DOCUMENT_KINDS, PEER_EXPIRING_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Company, FormerApplication, Inviter, NamedPeer, UsedAccount } from "./checks.sql.ts";
import type { StoredApplication } from "./application.sql.ts";

export type Check = Output<typeof peerApplicationApi.peer_application_get>["checks"][number];
type Evidence = Check["evidence"][number];
export interface Found {
  peer: NamedPeer | undefined;
  former: readonly FormerApplication[];
  accounts: readonly UsedAccount[];
  similar: readonly { of: Company; likeness: number }[];
  persons: readonly NamedPeer[];
  inviter: Inviter | undefined;
  /** Hashes the contact's mobile may stand under. */
  hashes: readonly string[];
  today: string;
  /** The day up to which a paper ends soon. */
  soon: string;
}

const ofPeer = (p: NamedPeer): Evidence => ({ noun: "peer", id: p.id, text: p.short_name });
const percent = (likeness: number): string => `${Math.round(likeness * 100)}%`;
const STATES: Readonly<Record<string, string>> = stateLabels(peerApplicationFlow);

function code({ peer, former }: Found): Check {
  const key = "code_in_use";
  if (peer) return { key, result: "bad", text: `该企业已是同行「${peer.short_name}」`, evidence: [ofPeer(peer)] };
  if (former.length === 0) return { key, result: "ok", text: "未被使用", evidence: [] };
  const evidence = former.map((a): Evidence => ({
    noun: "peer_application",
    id: a.id,
    text: `${a.application_no} ${STATES[a.application_status] ?? ""}`,
  }));
  return { key, result: "warn", text: `以前申请过 ${former.length} 次`, evidence };
}

function mobile({ accounts }: Found): Check {
  const key = "mobile_in_use";
  if (accounts.length === 0) return { key, result: "ok", text: "未被使用", evidence: [] };
  const evidence = accounts.map((a): Evidence => ({ noun: "peer_account", id: a.account_id, text: `${a.short_name}的账号` }));
  return { key, result: "bad", text: "该手机号已是同行账号", evidence };
}

function names({ similar }: Found): Check {
  const key = "similar_name";
  if (similar.length === 0) return { key, result: "ok", text: "没有相似企业", evidence: [] };
  const evidence = similar.map(({ of: c, likeness }): Evidence => ({
    ...(c.peer_id === null ? { noun: "peer_application", id: c.application_id ?? 0 } : { noun: "peer", id: c.peer_id }),
    text: `${c.name} ${percent(likeness)}`,
  }));
  return { key, result: "warn", text: `有 ${similar.length} 家名称相似的企业`, evidence };
}

function person(a: StoredApplication, { persons }: Found): Check {
  const key = "same_legal_person";
  if (persons.length === 0) return { key, result: "ok", text: "没有同名法人", evidence: [] };
  return { key, result: "warn", text: `法人「${a.legal_person}」与 ${persons.length} 家同行相同`, evidence: persons.map(ofPeer) };
}

/** Why its licences do not hold today; null: they do. */
export function licenceFault(a: StoredApplication, today: string): string | null {
  for (const kind of mustLicences(a.business_kind)) {
    const paper = kind === "travel_licence" ? "travel_licence" : "business_licence";
    const [from, to] = [a[`${paper}_from`], a[`${paper}_to`]];
    if (to !== null && to < today) return `${PEER_DOCUMENT_KINDS[paper]}已于 ${to} 到期`;
    if (from !== null && from > today) return `${PEER_DOCUMENT_KINDS[paper]} ${from} 才生效`;
  }
  return null;
}
function licence(a: StoredApplication, { today, soon }: Found): Check {
  const key = "licence";
  const fault = licenceFault(a, today);
  if (fault !== null) return { key, result: "bad", text: fault, evidence: [] };
  const ends = mustLicences(a.business_kind).flatMap((kind) => {
    const to = kind === "travel_licence" ? a.travel_licence_to : a.business_licence_to;
    return to !== null && to <= soon ? [`${PEER_DOCUMENT_KINDS[kind]} ${to} 到期`] : [];
  });
  return ends.length > 0
    ? { key, result: "warn", text: `${ends.join("，")}，不足 ${PEER_EXPIRING_DAYS} 天`, evidence: [] }
    : { key, result: "ok", text: "有效", evidence: [] };
}

/** Who invites himself is paid for nothing. */
function fraud(a: StoredApplication, { inviter: i, hashes }: Found): Check {
  const key = "fraud";
  if (!i) return { key, result: "ok", text: "没有邀请人", evidence: [] };
  const same = [
    ...(i.credit_code === a.credit_code ? ["信用代码"] : []),
    ...(i.legal_person === a.legal_person ? ["法人"] : []),
    ...(i.hashes.some((h) => hashes.includes(h)) ? ["手机号"] : []),
    ...(i.device !== null && i.device === a.device ? ["设备"] : []),
  ];
  return same.length === 0
    ? { key, result: "ok", text: `邀请人「${i.short_name}」没有相同信息`, evidence: [ofPeer(i)] }
    : { key, result: "bad", text: `与邀请人「${i.short_name}」的${same.join("、")}相同`, evidence: [ofPeer(i)] };
}

export const checked = (a: StoredApplication, f: Found): Check[] => [
  code(f),
  mobile(f),
  names(f),
  person(a, f),
  licence(a, f),
  fraud(a, f),
];
