/** A peer by its name, opened by those who may see peers. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { hrefOf } from "#kit/screens.ts";

export function PeerLink({ id, children }: { id: number; children: string }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("peer-view", { id }, codes);
  return href === undefined ? (
    <>{children}</>
  ) : (
    <HrefLink href={href} className="vd-link">
      {children}
    </HrefLink>
  );
}
