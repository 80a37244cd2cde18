import { Drawer } from "antd";
import type { ReactNode } from "react";

export interface PeekProps {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

export const PeekDrawer = (props: PeekProps) => (
  <Drawer open={props.open} title={props.title} onClose={props.onClose} size={420} mask={false} destroyOnHidden aria-label="速览">
    {props.open ? props.children : null}
  </Drawer>
);
