import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

export const applicationVersionFlow = flow("application_version", {
  states: {
    draft: { label: "草稿", tone: "orange", start: true },
    published: { label: "已发布", tone: "green" },
    retired: { label: "已停用", tone: "grey" },
  },
  moves: {
    publish: { label: "发布", from: ["draft"], to: "published", may: may.application },
    /** Made by the publishing of its successor. */
    retire: { label: "停用", from: ["published"], to: "retired", may: "system" },
  },
});
