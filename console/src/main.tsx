import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "@tanstack/react-router";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { startSession } from "#kit/app/session.ts";
import "./screens.ts";
import { makeRouter, tieRouter } from "./shell/router.tsx";
import { startTheme } from "./shell/theme.ts";
import { allowStyleText } from "#kit/rich-text/trusted-types.ts";
import "./kit/utilities.css";
import "./shell/base.css";

allowStyleText();
startTheme();
startSession();
const router = makeRouter();
tieRouter(router);

const place = document.getElementById("root");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
      <FeedbackHost />
    </StrictMode>,
  );
}
