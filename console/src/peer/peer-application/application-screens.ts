import { screens } from "#kit/screens.ts";

export const applicationScreens = screens({
  "peer-add": {
    path: "/peer/add",
    title: "新增同行",
    under: "peer-list",
    load: () => import("./application-add.tsx"),
  },
  "peer-applicant-view": {
    path: "/peer/peer-applicant/view/:id",
    title: "入驻申请详情",
    under: "peer-list",
    load: () => import("./application-view.tsx"),
  },
});
