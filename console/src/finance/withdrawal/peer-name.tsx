/** A peer beside money; its page is for who sees peers. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { hrefOf } from "#kit/screens.ts";

export function PeerName({ of }: { of: { peer_id: number; peer_name: string } }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("peer-view", { id: String(of.peer_id) }, codes);
  return href ? <HrefLink href={href}>{of.peer_name}</HrefLink> : of.peer_name;
}
