/** What stands for and against a company, each with what it rests on. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { None } from "#kit/page/blocks.tsx";
import { hrefOf } from "#kit/screens.ts";
import { APPLICATION_CHECKS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { CheckTag, type Check } from "./application-words.tsx";

const ROUTES = { peer: "peer-view", peer_application: "peer-applicant-view", peer_account: "" } as const;

function Evidence({ of }: { of: Check["evidence"][number] }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf(ROUTES[of.noun], { id: of.id }, codes);
  return href === undefined ? <span>{of.text}</span> : <HrefLink href={href}>{of.text}</HrefLink>;
}

export function ApplicationChecks({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return <None>已处理，不再检查</None>;
  return (
    <dl className="vd-fields is-1" aria-label="检查">
      {checks.map((c) => (
        <div key={c.key}>
          <dt>
            {APPLICATION_CHECKS[c.key]} <CheckTag result={c.result} />
          </dt>
          <dd className="vd-wraps">
            <span>{c.text}</span>
            {c.evidence.map((e) => (
              <Evidence key={`${e.noun} ${e.id}`} of={e} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
