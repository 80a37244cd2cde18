/** Who gives and who takes over, as the role has them: another role has other people at both sides. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { Alert, Form } from "antd";
import { useEffect, useRef, type RefObject } from "react";
import { ask } from "#kit/act/ask.ts";
import { call } from "#kit/app/api.ts";
import { registerPicker, type PickerSource } from "#kit/app/picker-registry.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Picker, type PickerProps } from "#kit/pickers.tsx";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { OWNER_ROLES, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { SIDES } from "@visadesk/contract/peer/transfer/transfer.words.ts";
import type { Start } from "./transfer-words.tsx";

type Side = keyof typeof SIDES;
const source = (role: OwnerRole, side: Side): PickerSource => ({
  load: async (_keyword, signal) =>
    (await call("peer_transfer_pick", { role, side }, { signal, noToast: true })).list.map((w) => ({
      value: w.id,
      label: `${w.name}${w.is_enabled ? "" : "（已停用）"}`,
      hint: [w.team_name, `${w.peers} 家${w.closed > 0 ? `（含已停用 ${w.closed}）` : ""}`].filter(Boolean).join(" · "),
    })),
  // Somebody of an address or a record, whom this role does not offer.
  named: async (ids, signal) =>
    (await call("worker_pick", {}, { signal, noToast: true })).list
      .filter((w) => ids.includes(w.id))
      .map((w) => ({ value: w.id, label: w.nickname || w.account })),
});
const nameOf = (role: OwnerRole, side: Side): string => `peer_transfer_${side}_${role}`;
for (const role of keysOf(OWNER_ROLES)) for (const side of keysOf(SIDES)) registerPicker(nameOf(role, side), source(role, side));

export function SidePicker({ side, ...props }: Omit<PickerProps, "of"> & { side: Side }) {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("role", form);
  const role = (watched ?? initial["role"]) === "cs" ? "cs" : "bd";
  const giver: unknown = Form.useWatch("from_worker_id", form);
  return <Picker {...props} of={nameOf(role, side)} {...(side === "to" && { only: (o) => o.value !== giver })} />;
}

/** Who was chosen for one role is not asked for the other. `keepRef`: the next change of role brought its own people. */
export function SidesByRole({ keepRef }: { keepRef: RefObject<boolean> }): null {
  const { form } = useFormScope();
  const role: unknown = Form.useWatch("role", form);
  const last = useRef<unknown>(undefined);
  useEffect(() => {
    const was = last.current;
    last.current = role;
    if (was === undefined || role === undefined || was === role) return;
    if (keepRef.current) keepRef.current = false;
    else form.setFieldsValue({ from_worker_id: null, target_ids: [] });
  }, [role, form, keepRef]);
  return null;
}

/** A list picked elsewhere begins with whose it is; where it is several people's, that is said. */
export function GiverOfPicked({ start }: { start: Start }) {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("role", form);
  const role: OwnerRole = (watched ?? initial["role"]) === "cs" ? "cs" : "bd";
  const { selection, ids, filter } = start;
  const isPicked = (selection === "ids" || selection === "filter") && start.from_worker_id === undefined;
  const input = isPicked ? { role, selection, ...(ids && { ids }), ...(filter && { filter }) } : null;
  const { data } = useQuery({
    queryKey: [peerTransferApi.peer_transfer_owner_query.name, input],
    queryFn: input === null ? skipToken : ({ signal }) => ask(peerTransferApi.peer_transfer_owner_query, input, { signal, noToast: true }),
  });
  const only = data?.list.length === 1 ? data.list[0] : undefined;
  useEffect(() => {
    if (only) form.setFieldsValue({ from_worker_id: only.worker_id });
  }, [only, form, role]);
  if (!data || data.list.length < 2) return null;
  return <Alert className="vd-whole-row vd-after-16" type="info" showIcon title={`所选 ${data.total} 家的负责人不同，请选择从谁转出`} />;
}
