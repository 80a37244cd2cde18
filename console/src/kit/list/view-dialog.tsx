/** What a saved view is called, who sees it, and when it speaks up. */
import { Checkbox, Input, Select } from "antd";
import { SHARES } from "@visadesk/contract/account/personal.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useState } from "react";
import { faultOfField } from "../form/save/form-rules.ts";
import { NumberInput } from "../inputs/number-input.tsx";
import { int } from "@visadesk/contract/kit/field.ts";
import { DialogView } from "../form/dialog-view.tsx";
import { Picker } from "../pickers.tsx";
import type { SavedView } from "./saved-views.ts";
import { useCan } from "../app/session.ts";

export type ViewFacts = Pick<SavedView, "name" | "share" | "share_ids" | "watch">;

export interface ViewDialogProps {
  title: string;
  start?: ViewFacts;
  save: (facts: ViewFacts) => Promise<void>;
  onClose: () => void;
}

const BLANK: ViewFacts = { name: "", share: "none", share_ids: [], watch: null };
const SHARE_OPTIONS = (Object.keys(SHARES) as ViewFacts["share"][]).map((value) => ({ value, label: SHARES[value] }));
const OWN = { team: "本团队", role: "与我相同的角色" } as const;

/** Which teams or roles; nothing picked means the owner's own. Roles can be picked by those who may see them. */
function ShareWith({ facts, put }: { facts: ViewFacts; put: (patch: Partial<ViewFacts>) => void }) {
  const seesRoles = useCan({ any: [may.worker, may.role] });
  const { share } = facts;
  if (share !== "team" && share !== "role") return null;
  if (share === "role" && !seesRoles) return <p className="vd-muted">分享给{OWN.role}</p>;
  return (
    <Picker
      of={share}
      multiple
      aria-label={share === "team" ? "分享的团队" : "分享的角色"}
      placeholder={`不选即${OWN[share]}`}
      value={facts.share_ids}
      onChange={(v) => put({ share_ids: Array.isArray(v) ? v.map(Number) : [] })}
    />
  );
}

const WATCH = int("提醒条数", 0, 1_000_000);
export function ViewDialog({ title, start = BLANK, save, onClose }: ViewDialogProps) {
  const [before] = useState<ViewFacts>(() => ({
    name: start.name,
    share: start.share,
    share_ids: start.share_ids,
    watch: start.watch,
  }));
  const [facts, setFacts] = useState(before);
  const [busy, setBusy] = useState(false);
  const put = (patch: Partial<ViewFacts>): void => setFacts((now) => ({ ...now, ...patch }));
  const name = facts.name.trim();
  const ok = async (): Promise<void> => {
    if (!name || busy || faultOfField(WATCH, facts.watch ?? 0) !== null) return;
    setBusy(true);
    try {
      await save({ ...facts, name });
      onClose();
    } catch {
      // The client has said why; what was typed stays.
      setBusy(false);
    }
  };
  return (
    <DialogView
      title={title}
      okText="保存"
      okDisabled={!name || faultOfField(WATCH, facts.watch ?? 0) !== null}
      busy={busy}
      typed={facts !== before}
      onOk={ok}
      onClose={onClose}
    >
      <div className="vd-stack">
        <Input
          aria-label="视图名称"
          placeholder="视图名称"
          maxLength={20}
          showCount
          value={facts.name}
          onChange={(e) => put({ name: e.target.value })}
          onPressEnter={() => void ok()}
        />
        <span className="vd-row vd-view-share">
          分享给{" "}
          <Select aria-label="分享给" value={facts.share} options={SHARE_OPTIONS} onChange={(share) => put({ share, share_ids: [] })} />
        </span>
        <ShareWith facts={facts} put={put} />
        <span>
          <Checkbox checked={facts.watch !== null} onChange={(e) => put({ watch: e.target.checked ? 0 : null })}>
            超过
          </Checkbox>
          <NumberInput
            of={WATCH}
            narrow
            size="small"
            aria-label="提醒条数"
            disabled={facts.watch === null}
            value={facts.watch}
            onChange={(n) => put({ watch: n ?? 0 })}
          />{" "}
          条时提醒我
        </span>
      </div>
    </DialogView>
  );
}
