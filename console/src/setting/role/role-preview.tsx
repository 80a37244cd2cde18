import { Drawer } from "antd";
import { HomePreview, MenuPreview } from "./menu-preview.tsx";
import type { Role } from "./role-facts.ts";

export interface RolePreviewProps {
  role: Role;
  onClose: () => void;
}

export const RolePreview = ({ role, onClose }: RolePreviewProps) => (
  <Drawer open title={`预览菜单：${role.name}`} size={320} onClose={onClose}>
    <div className="vd-stack is-wide">
      <HomePreview codes={role.module_group} />
      <MenuPreview codes={role.module_group} />
    </div>
  </Drawer>
);
