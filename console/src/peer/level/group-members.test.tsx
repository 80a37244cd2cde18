import { cleanup, screen } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { GroupMembers } from "./group-members.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a rule the wrong way round asks for no members: it is said at its field", async () => {
  const stub = stubServer({ peer_group_preview: { rule_text: "V2 至 V4", total: 0, list: [], rows: [] } });
  draw(<GroupMembers mode="rule" rule={{ level_from: "V4", level_to: "V2" }} codes={undefined} />, [may.peer_group]);
  expect(screen.queryByLabelText("成员预览")).toBeNull();
  expect(stub.of("peer_group_preview")).toHaveLength(0);
  draw(<GroupMembers mode="rule" rule={{ level_from: "V2", level_to: "V4" }} codes={undefined} />, [may.peer_group]);
  expect(await screen.findByText(/V2 至 V4：/)).toBeTruthy();
});
