/** An original that is gone, on its person's page. */
import { fireEvent, screen, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { applicant, material } from "./applicant-fixtures.ts";
import { ApplicantPage } from "./applicant-page.tsx";

it("an original that is lost is told in the head and on its own tag, however it was judged", async () => {
  const lost = material(1, "护照原件", { kind: 2, material_status: "passed", holder: "lost" });
  stubServer({
    applicant_get: () => applicant({ materials: [lost] }),
    presence_ping: { others: [] },
    country_get: [],
    order_log_query: { list: [], has_more: false },
    custody_query: { list: [] },
    file_link_get: { url: "/storage/private/x.jpg?e=1&s=2", content_type: "image/jpeg", filename: "x.jpg" },
    applicant_material_seen: { ok: true },
    reject_reason_pick: { list: [] },
  });
  draw(<ApplicantPage orderId={7} applicantId={71} admin={false} />, [may.order_process]);
  expect(await screen.findByText("护照原件遗失")).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: /邮寄|原件/ }));
  const item = within(screen.getByRole("navigation", { name: "资料" })).getByTitle("护照原件：遗失");
  expect(item.querySelector(".vd-tone-red")).toBeTruthy();
  const card = screen.getByRole("region", { name: "护照原件" });
  expect([within(card).queryByText("合格"), within(card).getAllByText(/遗失/).length > 0]).toEqual([null, true]);
  vi.unstubAllGlobals();
});
