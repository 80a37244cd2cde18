import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { openPanel } from "#kit/app/open-panel.ts";
import { session } from "#kit/app/session.ts";
import { accountApi } from "@visadesk/contract/account/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import SysConfigPanel from "./sys-config.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const values = {
  platform_name: "签证业务管理平台",
  company_name: "",
  registration_notice: "",
  addr_download_url: "/storage/public/a.json",
  addr_hosts: [],
  password_policy: "default",
  totp_policy: "optional",
  session_idle_hours: 12,
  session_max_days: 7,
  auto_lock_minutes: 0,
  work_hours: [
    ["09:00", "12:00"],
    ["13:00", "18:00"],
  ],
  reveal_per_hour: 60,
  reveal_alert_per_day: 200,
  log_keep_days: 1095,
  erase_after_months: 24,
  callback_hosts: [],
  plan_review_work_days: 1,
  plan_originals_days: 2,
  plan_submit_work_days: 2,
  plan_return_days: 2,
  plan_in_hand_days: 3,
  parcel_cut_off: "15:30",
  credit_overdue_days: 7,
  order_overdue_days: 30,
  licence_stop_days: 30,
  peer_site_url: "",
};
const updated = [{ key: "company_name", worker_name: "周宁", updated_at: "2026-11-20T06:05:00Z" }];
const run = {
  id: 5,
  cutoff_date: "2024-11-20",
  erasure_status: "preview",
  counts: [{ area: "order", label: "订单", records: 2, people: 3, files: 4 }],
  erased: null,
  kept: [{ noun: "order", noun_id: 9, noun_no: "V240901000009", reason: "有未结算的供应商款" }],
  kept_count: 1,
  maker_id: 3,
  maker_name: "周宁",
  checker_name: null,
  approved_at: null,
  finished_at: null,
  version: 1,
  created_at: "2026-11-20T06:05:00Z",
};
const page = { list: [run], total: 1, total_capped: false, page: 1, page_size: 10, cursor: null };
const answers = {
  sys_config_query: { values, version: 4, updated },
  sys_config_get: answerOf(accountApi.sys_config_get, { ...values, server_time: "2026-11-20T02:00:00Z", first_load: null }),
  erasure_query: page,
};

const panel = () =>
  draw(
    <>
      <SysConfigPanel />
      <FeedbackHost />
    </>,
    [may.sys_config],
  );

it("a group is saved with the version it was read with; the foot says what will change and who changed it last", async () => {
  const server = stubServer({ ...answers, sys_config_update: { version: 5 } });
  panel();
  expect(await screen.findByText("周宁 于 2026-11-20 14:05:00 修改")).toBeTruthy();
  const save = screen.getByRole("button", { name: "保存" });
  expect(save.hasAttribute("disabled")).toBe(true);
  fireEvent.change(screen.getByLabelText("公司名称"), { target: { value: "示例签证有限公司" } });
  expect(await screen.findByText("将修改：公司名称")).toBeTruthy();
  fireEvent.click(save);
  await waitFor(() => expect(server.of("sys_config_update")).toHaveLength(1));
  expect(server.of("sys_config_update")[0]).toEqual({
    version: 4,
    company_name: "示例签证有限公司",
  });
  expect(await screen.findByText("系统参数已保存")).toBeTruthy();
});

it("a refusal is said in the form and nothing is lost", async () => {
  stubServer({ ...answers, sys_config_update: new Refused(200, { ret: 1, msg: "日志至少保留180天", body: { code: "guard_failed" } }) });
  panel();
  fireEvent.click(await screen.findByRole("tab", { name: "日志与数据留存" }));
  const days = await screen.findByLabelText("日志保留天数");
  fireEvent.change(days, { target: { value: "179" } });
  const save = screen.getAllByRole("button", { name: "保存" }).at(-1);
  if (save) fireEvent.click(save);
  expect((await screen.findAllByText("日志至少保留180天")).length).toBeGreaterThan(0);
  expect(days.getAttribute("value")).toBe("179");
});

it("saving one group keeps what was typed in another, which is then saved on top of it", async () => {
  let version = 4;
  let stored: Record<string, unknown> = values;
  const server = stubServer({
    ...answers,
    sys_config_query: () => ({ values: stored, version, updated }),
    sys_config_update: ({ version: seen, ...given }: Record<string, unknown>) => {
      if (seen !== version) return new Refused(409, { msg: "数据已被他人修改", body: { current: { ...stored, version } } });
      version += 1;
      stored = { ...stored, ...given };
      return { version };
    },
  });
  panel();
  fireEvent.change(await screen.findByLabelText("公司名称"), { target: { value: "甲公司" } });
  fireEvent.click(screen.getByRole("tab", { name: "日志与数据留存" }));
  fireEvent.change(await screen.findByLabelText("日志保留天数"), { target: { value: "365" } });
  const save = (): void => void fireEvent.click(screen.getByRole("button", { name: "保存" }));
  save();
  await waitFor(() => expect(stored).toMatchObject({ log_keep_days: 365, company_name: "" }));
  await screen.findByText("均为默认值");
  fireEvent.click(screen.getByRole("tab", { name: "基本" }));
  expect(screen.getByLabelText<HTMLInputElement>("公司名称").value).toBe("甲公司");
  expect(openPanel().changed?.()).toBe(true);
  save();
  await waitFor(() => expect(stored).toMatchObject({ log_keep_days: 365, company_name: "甲公司" }));
  await waitFor(() => expect(openPanel().changed?.()).toBe(false));
  expect(server.of("sys_config_update").at(-1)).toMatchObject({ version: 5 });
});

it("setting 23: whoever made the preview cannot approve it here either; another may", async () => {
  stubServer(answers);
  session.set({ account: { id: 3, account: "admin", nickname: "周宁" } as never });
  panel();
  fireEvent.click(await screen.findByRole("tab", { name: "日志与数据留存" }));
  expect(await screen.findByText("2024-11-20")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "批准" })).toBeNull();
  cleanup();
  session.set({ account: { id: 4, account: "auditor", nickname: "何审计" } as never });
  panel();
  fireEvent.click(await screen.findByRole("tab", { name: "日志与数据留存" }));
  expect(await screen.findByRole("button", { name: "更多操作" })).toBeTruthy();
});
