/** Row peek: Space shows the row at the right without leaving the list. */
import { Drawer } from "antd";
import type { ReactNode } from "react";
import "./kit.css";

export function Peek(props: { title: ReactNode; open: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer open={props.open} title={props.title} onClose={props.onClose} size={420} mask={false} destroyOnHidden aria-label="速览">
      {props.open ? props.children : null}
    </Drawer>
  );
}
