/** The vouchers of a remittance, large; another one by its number, a document in a tab of its own. */
import { Button, Segmented, Spin } from "antd";
import { useState } from "react";
import { openFile } from "#kit/file/file-links.tsx";
import { isPicture, sizedUrl, useFileUrl } from "#kit/file/file-thumb.tsx";
import { None, Stack } from "#kit/page/blocks.tsx";
import "./remittance.css";

interface Page {
  key: string;
  label: string;
}
function Sheet({ page, id }: { page: Page; id: number }) {
  const record = { noun: "remittance", noun_id: id } as const;
  const drawn = isPicture(page.key);
  const { url, failed, again } = useFileUrl(page.key, record, drawn);
  if (!drawn)
    return (
      <Stack gap={8}>
        <None>这一页不是图片</None>
        <Button onClick={() => void openFile(page.key, record, page.label)}>打开{page.label}</Button>
      </Stack>
    );
  if (failed) return <Button onClick={again}>未能显示，重试</Button>;
  if (url === null) return <Spin />;
  return (
    <button type="button" className="fr-voucher" title="在新窗口打开" onClick={() => void openFile(page.key, record)}>
      <img src={sizedUrl(url, 1200)} alt={page.label} />
    </button>
  );
}

export function VoucherView({ id, vouchers, letters }: { id: number; vouchers: readonly string[]; letters: readonly string[] }) {
  const pages: Page[] = [
    ...vouchers.map((key, i) => ({ key, label: vouchers.length > 1 ? `回单${i + 1}` : "回单" })),
    ...letters.map((key, i) => ({ key, label: letters.length > 1 ? `代付说明${i + 1}` : "代付说明" })),
  ];
  const [at, go] = useState(0);
  const page = pages[at] ?? pages[0];
  return (
    <Stack gap={8}>
      {pages.length > 1 && (
        <Segmented aria-label="凭证" value={at} options={pages.map((p, i) => ({ value: i, label: p.label }))} onChange={(i) => go(i)} />
      )}
      {page && <Sheet key={page.key} page={page} id={id} />}
    </Stack>
  );
}
