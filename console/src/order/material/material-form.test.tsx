/** The application form with two people at it: nothing typed is lost, nothing stored is written over unseen. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { material } from "../applicant/applicant-fixtures.ts";
import { MaterialForm, type MaterialFormProps } from "./material-form.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const question = (key: string, label: string) => ({
  key,
  label,
  label_en: "",
  help: "",
  kind: "text" as const,
  options: [],
  required: false,
  source: "customer" as const,
  pattern: "",
  max_length: 60,
  upper: false,
  show_if: null,
});
const sections: MaterialFormProps["sections"] = [
  { title: "基本信息", questions: [question("company", "单位"), question("job", "职务"), question("school", "学校")] },
];
const saved = { id: 5, material_status: "missing", version: 5, applicant_status: "none", applicant_version: 6 };

/** The first save meets a colleague's; the server answers what is stored now. */
function open(now: Record<string, string>) {
  let tries = 0;
  const stub = stubServer({
    applicant_form_save: () =>
      tries++ === 0
        ? new Refused(409, { msg: "记录已被他人修改，请合并后再保存", body: { current: { version: 4, form_answers: now } } })
        : saved,
  });
  const m = material(5, "申请表", {
    kind: 5,
    form_status: "draft",
    form_answers: { company: "甲公司", job: "会计" },
    files: [],
    version: 3,
  });
  draw(
    <>
      <MaterialForm material={m} sections={sections} fills={[]} closed={null} />
      <FeedbackHost />
    </>,
  );
  return stub;
}
const type = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: RegExp): void => void fireEvent.click(screen.getByRole("button", { name }));

it("answers to different questions come together and go out with the present version", async () => {
  const stub = open({ company: "乙公司", job: "会计" });
  type("职务", "经理");
  press(/保存草稿/);
  await screen.findByText("草稿已保存");
  expect(stub.of("applicant_form_save")).toEqual([
    { id: 5, version: 3, submit: false, form_answers: { company: "甲公司", job: "经理" } },
    { id: 5, version: 4, submit: false, form_answers: { company: "乙公司", job: "经理" } },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>("单位").value).toBe("乙公司");
});

it("one question answered by both opens the merge view; what else was typed is still there", async () => {
  const stub = open({ company: "甲公司", job: "出纳", school: "某大学" });
  type("职务", "经理");
  type("单位", "丙公司");
  press(/保存草稿/);
  const row = within(await screen.findByRole("row", { name: /职务/ }));
  expect(row.getAllByRole("cell").map((c) => c.textContent?.replace(/ ?用这个/, ""))).toEqual(["会计", "出纳", "经理"]);
  expect(stub.of("applicant_form_save")).toHaveLength(1);
  fireEvent.click(row.getByRole("button", { name: "职务用我的" }));
  press(/按所选保存/);
  await waitFor(() =>
    expect(stub.of("applicant_form_save")[1]).toEqual({
      id: 5,
      version: 4,
      submit: false,
      form_answers: { company: "丙公司", job: "经理", school: "某大学" },
    }),
  );
});
