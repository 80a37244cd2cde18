/** The side menu of a narrow screen, over the page. */
import { Drawer } from "antd";
import { MENU_WIDTH } from "@visadesk/contract/kit/constants.ts";
import { SideMenu } from "./side-menu.tsx";

export interface PhoneMenuProps {
  open: boolean;
  close: () => void;
}

export const PhoneMenu = ({ open, close }: PhoneMenuProps) => (
  <Drawer open={open} onClose={close} placement="left" size={MENU_WIDTH} closable={false} styles={{ body: { padding: 0 } }}>
    <SideMenu collapsed={false} onGo={close} />
  </Drawer>
);
