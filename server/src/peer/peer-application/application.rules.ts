/** What is decided about an application without the database. */
import { createHash } from "node:crypto";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { RETURN_ITEMS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { keysOf } from "#kit/files/objects.ts";
import { hashesOf } from "#kit/seal/seal.ts";

export type Facts = Omit<Parsed<typeof peerApplicationApi.peer_application_add>, "idempotency_key">;
export type ReturnItem = keyof typeof RETURN_ITEMS;

const dateIssues = (f: Facts, paper: "business_licence" | "travel_licence"): Issue[] => {
  const [from, to] = [f[`${paper}_from`], f[`${paper}_to`]];
  return from !== null && to !== null && to < from ? [{ path: `${paper}_to`, message: "结束日期不能早于开始日期" }] : [];
};
/** By which it came is due where nothing else says it. */
function sourceIssues(f: Facts): Issue[] {
  if (f.source === "bd") return f.source_id === null ? [{ path: "source_id", message: "请选择商务" }] : [];
  if (f.source === "fission" || f.source === "channel_code")
    return f.source_id === null && f.inviter_code === "" ? [{ path: "inviter_code", message: "请输入邀请码" }] : [];
  return f.source !== "exhibition" && f.source_id !== null ? [{ path: "source_id", message: "该来源不用选择" }] : [];
}
/** What does not fit together. */
export function factIssues(f: Facts): Issue[] {
  const agency: Issue[] =
    f.business_kind === "travel_agency"
      ? [
          ...(f.licence_no === "" ? [{ path: "licence_no", message: "请输入许可证号" }] : []),
          ...(f.travel_licence.length === 0 ? [{ path: "travel_licence", message: "请上传旅行社许可证" }] : []),
        ]
      : [];
  return [...agency, ...dateIssues(f, "business_licence"), ...dateIssues(f, "travel_licence"), ...sourceIssues(f)];
}

const SHORT_MAX = 12;
/** What a peer is called until somebody calls it better. */
export function shortName(name: string): string {
  const bare = name.replace(/(有限责任公司|股份有限公司|有限公司|分公司)$/, "");
  return (bare.length >= 2 ? bare : name).slice(0, SHORT_MAX);
}

/** Facts as they are compared; dates belong to their paper. */
type Compared = Omit<Facts, "contact_mobile"> & { contact_mobile_hash: string | null };
const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");
const held = (a: Compared, item: Exclude<ReturnItem, "contact_mobile">): unknown =>
  item === "business_licence" || item === "travel_licence" ? [a[item], a[`${item}_from`], a[`${item}_to`]] : a[item];
/** What the named items hold, so that it can be seen later whether they changed: digests, of the number its keyed hash. */
export const itemFacts = (a: Compared, items: readonly ReturnItem[]): Record<string, string> =>
  Object.fromEntries(items.map((i) => [i, i === "contact_mobile" ? (a.contact_mobile_hash ?? "") : digest(held(a, i))]));

/** Named items that are as they were. */
export function unchanged(a: Compared & { contact_mobile: string }, before: Readonly<Record<string, string>>): ReturnItem[] {
  const now = itemFacts(a, keysOf(RETURN_ITEMS));
  // A new seal key alone changes the hash of a number, not the number.
  const isSame = (i: ReturnItem): boolean =>
    i === "contact_mobile" ? hashesOf("mobile", a.contact_mobile).includes(before[i] ?? "") : now[i] === before[i];
  return keysOf(RETURN_ITEMS).filter((i) => i in before && isSame(i));
}
