/** Whose the place of an application is, with what they have already. */
import { None, TwoLines } from "#kit/page/blocks.tsx";
import { OWNER_ROLES, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { ApplicationDetail } from "./application-words.tsx";

type Owner = ApplicationDetail["place_owners"][number];
const load = (o: Owner): string => `负责 ${o.has}/${o.max ?? "不限"}`;

/** In one sentence, for whoever decides. */
export function ownerText(a: Pick<ApplicationDetail, "place_owners">, role: OwnerRole): string {
  const o = a.place_owners.find((x) => x.role === role);
  if (!o) return "";
  return o.why ?? `${o.worker_name ?? ""} ${load(o)}`;
}

export function PlaceOwners({ application: a }: { application: ApplicationDetail }) {
  if (a.place_owners.length === 0) return <None>该地区没有负责人</None>;
  return (
    <dl className="vd-fields is-2">
      {a.place_owners.map((o) => (
        <div key={o.role}>
          <dt>{OWNER_ROLES[o.role]}</dt>
          <dd>
            <TwoLines under={o.worker_name === null ? "" : o.worker_id === null ? `${load(o)}，${o.why ?? ""}` : load(o)}>
              {o.worker_name ?? "未分配"}
            </TwoLines>
          </dd>
        </div>
      ))}
    </dl>
  );
}
