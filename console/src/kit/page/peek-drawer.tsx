import { Drawer } from "antd";
import type { PeekProps } from "./peek.tsx";

export const PeekDrawer = (props: PeekProps) => (
  <Drawer open={props.open} title={props.title} onClose={props.onClose} size={420} mask={false} destroyOnHidden aria-label="速览">
    {props.open ? props.children : null}
  </Drawer>
);
