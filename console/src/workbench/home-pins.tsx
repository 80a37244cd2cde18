/** 快捷入口: the pages somebody picked, until then the first ones of the menu; kept with the personal settings. */
import { Button, Select } from "antd";
import { useState } from "react";
import { Section } from "#kit/page/blocks.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { matches } from "#kit/pinyin.ts";
import { usePreference } from "#kit/app/preference.ts";
import { menuOf } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import "./workbench.css";

const PINS = 8;

export function QuickLinks() {
  const codes = session.use((s) => s.codes);
  const [kept, keep] = usePreference<{ value: string[] }>("home_pins");
  const [editing, setEditing] = useState(false);
  const pages = menuOf(codes).flatMap((g) => g.items);
  if (pages.length === 0)
    return (
      <Section title="快捷入口">
        <p className="vd-muted">您的角色没有可进入的页面，需要时请联系系统管理员在角色管理中开通。</p>
        <div className="vd-wraps vd-small">
          <HrefLink href="?panel=messages">我的消息</HrefLink>
          <HrefLink href="?panel=devices">登录设备</HrefLink>
        </div>
      </Section>
    );
  const names = kept?.value ?? pages.slice(0, PINS).map((p) => p.name);
  const shown = names.flatMap((name) => pages.find((p) => p.name === name) ?? []);
  return (
    <Section
      title="快捷入口"
      extra={
        <Button type="link" size="small" onClick={() => setEditing(!editing)}>
          {editing ? "完成" : "编辑"}
        </Button>
      }
    >
      {editing ? (
        <Select
          mode="multiple"
          className="vd-wide"
          aria-label="快捷入口的页面"
          maxCount={PINS}
          value={shown.map((p) => p.name)}
          options={pages.map((p) => ({ value: p.name, label: p.title }))}
          showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
          onChange={(value) => keep({ value })}
        />
      ) : shown.length > 0 ? (
        <div className="vd-wraps vd-small">
          {shown.map((p) => (
            <HrefLink key={p.name} href={p.path}>
              {p.title}
            </HrefLink>
          ))}
        </div>
      ) : (
        <span className="vd-muted">还没有选择页面</span>
      )}
    </Section>
  );
}
