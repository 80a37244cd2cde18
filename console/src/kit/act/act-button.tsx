/** A button for acts: one request however often it is pressed. `<ActButton type="primary" onClick={save}>保存</ActButton>` */
import { Button, type ButtonProps } from "antd";
import { useCan } from "../app/session.ts";
import { useActGate, type Act } from "./act-gate.ts";
import type { May } from "@visadesk/contract/permissions.ts";

export interface ActButtonProps extends Omit<ButtonProps, "onClick" | "loading"> {
  /** `false`, or a promise of it, means refused: the button is free again at once. */
  onClick: Act;
  /** Milliseconds before the next click counts; 3000 by default. */
  wait?: number;
  /** Hidden from those who lack the code. */
  may?: May;
}

export function ActButton({ onClick, wait, may = "staff", ...rest }: ActButtonProps) {
  const [press, busy] = useActGate(onClick, wait);
  const allowed = useCan(may);
  return allowed ? <Button {...rest} loading={busy && { delay: 200 }} onClick={press} /> : null;
}
