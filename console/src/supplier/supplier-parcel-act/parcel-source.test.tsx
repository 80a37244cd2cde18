import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { Form } from "antd";
import { afterEach, expect, it, vi } from "vitest";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { ScopeContext } from "#kit/form/form-scope.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { SourceItems } from "./parcel-source.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const source = (n: number) => ({
  id: 1000 + n,
  name: "护照原件",
  count: 1,
  is_passport: true,
  applicant_id: 10 + n,
  applicant_no: `V261120000001-0${n}`,
  name_cn: `张${n}`,
  passport_no: "E****1234",
  holder: "supplier" as const,
});
const picked = { value: undefined as unknown };
function Sheet() {
  const [form] = Form.useForm();
  const scope = { endpoint: supplierParcelActApi.supplier_parcel_expect, form, initial: {}, typed: {}, locked: [] };
  return (
    <Form
      form={form}
      initialValues={{ supplier_id: 3, items: [] }}
      onValuesChange={(_, all: { items: unknown }) => (picked.value = all.items)}
    >
      <ScopeContext value={scope}>
        <Form.Item name="supplier_id" noStyle>
          <input aria-label="供应商" type="hidden" />
        </Form.Item>
        <Form.Item name="items" noStyle>
          <SourceItems />
        </Form.Item>
        <button type="button" onClick={() => form.setFieldValue("supplier_id", 4)}>
          换供应商
        </button>
      </ScopeContext>
    </Form>
  );
}

it("originals of several people are chosen over searches and pages, and anew with another supplier", async () => {
  const stub = stubServer({
    supplier_parcel_source_query: (body: { page: number; page_size: number; keyword?: string }) => ({
      list: [source(body.keyword ? 3 : body.page)],
      total: body.keyword ? 1 : 21,
      page: body.page,
      page_size: body.page_size,
      cursor: null,
      total_capped: false,
    }),
  });
  draw(<Sheet />, [may.supplier_logistics]);
  const list = async () => within(await screen.findByRole("table", { name: "供应商处原件" }));
  fireEvent.click(await (await list()).findByLabelText("V261120000001-01 护照原件"));
  fireEvent.click(screen.getByTitle("2"));
  fireEvent.click(await (await list()).findByLabelText("V261120000001-02 护照原件"));
  const box = screen.getByLabelText("姓名、护照号、申请人号或订单号");
  fireEvent.change(box, { target: { value: "张3" } });
  fireEvent.keyDown(box, { key: "Enter" });
  fireEvent.click(await (await list()).findByLabelText("V261120000001-03 护照原件"));
  expect(stub.of("supplier_parcel_source_query").at(-1)).toMatchObject({ supplier_id: 3, keyword: "张3", page: 1 });
  expect(screen.getByText("已选 3 人 3 件")).toBeTruthy();
  expect(picked.value).toEqual([1, 2, 3].map((n) => ({ applicant_id: 10 + n, material_id: 1000 + n, name: "护照原件", count: 1 })));
  fireEvent.click(screen.getByRole("button", { name: "换供应商" }));
  await waitFor(() => expect(stub.of("supplier_parcel_source_query").at(-1)).toMatchObject({ supplier_id: 4, page: 1 }));
  expect(screen.getByText("还没有选择")).toBeTruthy();
});
