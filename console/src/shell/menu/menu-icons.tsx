import {
  AppstoreOutlined,
  BankOutlined,
  CarryOutOutlined,
  CustomerServiceOutlined,
  FileTextOutlined,
  GiftOutlined,
  IdcardOutlined,
  LogoutOutlined,
  ReadOutlined,
  SettingOutlined,
  ShopOutlined,
  StarOutlined,
  TeamOutlined,
  UserOutlined,
} from "@ant-design/icons";
import type { ComponentType } from "react";

const ICONS: Readonly<Record<string, ComponentType<{ "aria-hidden": true }>>> = {
  工作台: CarryOutOutlined,
  订单管理: FileTextOutlined,
  产品管理: AppstoreOutlined,
  供应商管理: ShopOutlined,
  同行管理: TeamOutlined,
  运营活动: GiftOutlined,
  "Chat-visa": CustomerServiceOutlined,
  内容管理: ReadOutlined,
  财务管理: BankOutlined,
  基础资料: IdcardOutlined,
  系统设置: SettingOutlined,
  我的视图: StarOutlined,
};

export function GroupIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined;
  return <Icon aria-hidden />;
}
export { LogoutOutlined as LogoutIcon, UserOutlined as UserIcon };
