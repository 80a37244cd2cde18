/** The dialog of an act on several accounts. */
import { Form } from "antd";
import { useState } from "react";
import { Picker } from "#kit/pickers.tsx";
import { Dialog } from "#kit/form/dialog.tsx";

export interface TeamDialogProps {
  count: number;
  onPick: (team: number) => Promise<void>;
  onClose: () => void;
}

export function TeamDialog({ count, onPick, onClose }: TeamDialogProps) {
  const [team, setTeam] = useState<number | null>(null);
  const [missing, setMissing] = useState(false);
  const submit = async (): Promise<void> => {
    if (team === null) return setMissing(true);
    return onPick(team);
  };
  return (
    <Dialog title={`${count} 人换团队`} okText="换团队" typed={team !== null} onOk={submit} onClose={onClose}>
      <p>他们的数据范围随团队改变，在手的工作仍归各自名下。</p>
      <Form layout="vertical">
        <Form.Item label="团队" required {...(missing && { validateStatus: "error" as const, help: "请选择团队" })}>
          <Picker
            of="team"
            aria-label="团队"
            placeholder="选择团队"
            value={team}
            onChange={(v) => {
              setTeam(typeof v === "number" ? v : null);
              setMissing(false);
            }}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
