import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { PeerSettleMoves } from "../peer-settle/peer-settle-moves.tsx";
import { SettleMoves } from "./settle-moves.tsx";
import type { Settlement } from "./settle-words.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const settlement = (kind: "supplier" | "peer"): Settlement =>
  ({ id: 7, version: 3, kind, supplier_id: 2, peer_id: 5, settlement_status: "sent", remaining: 100 }) as unknown as Settlement;

it.each([
  ["supplier_settle_confirm", () => <SettleMoves settlement={settlement("supplier")} head />],
  [
    peerSettleApi.peer_settle_confirm.name,
    () => <PeerSettleMoves statement={settlement("peer") as unknown as Parameters<typeof PeerSettleMoves>[0]["statement"]} head />,
  ],
])("finance 25: %s asks who agreed, and takes it without a paper", async (name, drawn) => {
  const stub = stubServer({ [name]: { ok: true } });
  draw(drawn(), [may.supplier_settle, may.peer_settle]);
  fireEvent.click(screen.getByRole("button", { name: "确认" }));
  fireEvent.change(await screen.findByLabelText("对方确认人"), { target: { value: "王敏" } });
  fireEvent.click(screen.getAllByRole("button", { name: "确认" }).at(-1) as HTMLElement);
  await waitFor(() => expect(stub.of(name)).toMatchObject([{ id: 7, version: 3, confirmed_contact: "王敏", confirm_proof: [] }]));
});
