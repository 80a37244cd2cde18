/** Words, cells and addresses of our managers that their screens share. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { hrefOf, to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { OWNER_ROLES, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";

export type Manager = Output<typeof peerManagerApi.peer_manager_query>["list"][number];
export type ManagerDetail = Output<typeof peerManagerApi.peer_manager_get>;

export const managerHref = (worker_id: number): string => to("peer-manager-view", { id: worker_id });
export const managerEdit = (worker_id: number): string => to("peer-manager-edit", { id: worker_id });
export const rolesText = (m: Pick<Manager, "roles">): string => m.roles.map((r: OwnerRole) => OWNER_ROLES[r]).join("、") || "—";

interface Goal {
  route: "peer-list" | "peer-work-order-list" | "peer-transfer-list";
  query: Readonly<Record<string, string>>;
}
/** The peers that a figure counts: at work and his in either role. */
export const peersOf = (worker_id: number, more: Readonly<Record<string, string>> = {}): Goal => ({
  route: "peer-list",
  query: { owner_id: String(worker_id), state: "active,frozen", ...more },
});
export const workOrdersOf = (worker_id: number): Goal => ({
  route: "peer-work-order-list",
  query: { view: "all", handler_id: String(worker_id) },
});
/** A figure that leads to its rows, where the reader may see their list. */
export function Figure({ text, isNone, of, tone = "" }: { text: string | number; isNone?: boolean; of: Goal; tone?: string }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf(of.route, {}, codes, of.query);
  if (isNone ?? text === 0) return <span className="vd-num vd-muted">{text}</span>;
  const figure = <span className={`vd-num ${tone}`}>{text}</span>;
  return href ? <HrefLink href={href}>{figure}</HrefLink> : figure;
}
