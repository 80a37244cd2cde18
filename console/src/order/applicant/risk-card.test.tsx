import { screen } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { expect, it } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import { RiskCard } from "./risk-card.tsx";

const risk = {
  counted_at: "2026-11-19T19:10:00Z",
  from: "2024-11-20",
  mission_name: "日本驻上海总领事馆",
  cell: { used: ["mission", "identity"], n: 84, refused: 11.9, low: 6.6, high: 20.5 },
  paper: {
    document_id: 5,
    name: "在职证明",
    used: ["mission"],
    given: { n: 300, refused: 4 },
    lacking: { n: 25, refused: 24 },
    difference: 20,
  },
};

it("风险卡: rate, sample, interval and what it counts; the paper that made the largest difference", async () => {
  stubServer({ applicant_risk_get: risk });
  draw(<RiskCard applicantId={71} />, [may.order_process]);
  const card = await screen.findByRole("region", { name: "拒签风险卡" });
  expect(card.textContent).toContain("拒签率 11.9% 95% 区间 6.6%–20.5%，n=84");
  expect(card.textContent).toContain("口径：使馆 × 身份（更细的分组不足 20 人）");
  expect(card.textContent).toContain("影响最大的缺少资料：在职证明");
  expect(card.textContent).toContain("相差 20.0 个百分点");
});

it("风险卡: too few people are no rate, and before the first night nothing is said", async () => {
  stubServer({ applicant_risk_get: { ...risk, cell: null, paper: null } });
  const { unmount } = draw(<RiskCard applicantId={71} />, [may.order_process]);
  await screen.findByText("样本不足 20 人，不显示拒签率");
  unmount();
  stubServer({ applicant_risk_get: { ...risk, counted_at: null, from: null, cell: null, paper: null } });
  draw(<RiskCard applicantId={71} />, [may.order_process]);
  await screen.findByText("还没有统计，每天凌晨统计一次");
});
