/** antd with our tokens, Chinese, and the query cache; everything behind the login stands inside. */
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { ConfigProvider, theme as antdTheme, type ThemeConfig } from "antd";
import zhCN from "antd/locale/zh_CN";
import type { ReactNode } from "react";
import { COLOURS } from "@visadesk/contract/kit/constants.ts";
import { queryClient } from "#kit/app/query.ts";
import { FONT, palettes, RADIUS, theme } from "./theme.ts";

// Transitions are off by style then, so antd must not wait for their end.
const isCalm = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

function themeConfig(dark: boolean): ThemeConfig {
  const p = palettes[dark ? "dark" : "light"];
  return {
    algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: COLOURS.primary,
      colorInfo: COLOURS.info,
      colorSuccess: COLOURS.success,
      colorWarning: COLOURS.warning,
      colorError: COLOURS.error,
      colorLink: p.primary_text,
      colorText: p.text,
      colorTextSecondary: p.text2,
      colorTextTertiary: p.text3,
      colorTextDescription: p.text3,
      colorTextPlaceholder: p.text3,
      colorBgLayout: p.page,
      colorBgContainer: p.card,
      colorBgElevated: p.raised,
      colorBorder: p.line,
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      colorErrorText: p.error_text,
      colorSuccessText: p.success_text,
      colorWarningText: p.warning_text,
      borderRadius: RADIUS,
      fontSize: 14,
      controlHeight: 32,
      controlHeightSM: 28,
      fontFamily: FONT,
      motion: !isCalm,
      motionDurationSlow: "0.15s",
      motionDurationMid: "0.1s",
      motionDurationFast: "0.05s",
    },
    components: {
      Table: {
        fontSize: 13,
        headerBg: p.head,
        headerColor: p.text2,
        rowHoverBg: p.hover,
        rowSelectedBg: p.selected,
        rowSelectedHoverBg: p.selected,
        cellPaddingBlockMD: 9,
        cellPaddingInlineMD: 12,
        cellPaddingBlockSM: 5,
        cellPaddingInlineSM: 10,
      },
      Form: { colorError: p.error_text, itemMarginBottom: 16, verticalLabelPadding: "0 0 4px" },
      Tabs: { itemSelectedColor: p.primary_text, itemHoverColor: p.primary_text, itemActiveColor: p.primary_text },
      Card: { boxShadowTertiary: "none" },
      Button: {
        primaryShadow: "none",
        defaultShadow: "none",
        dangerShadow: "none",
        ...(dark ? {} : { colorPrimary: "#0f6bea", colorPrimaryHover: "#0958d9", colorPrimaryActive: "#003eb3" }),
      },
    },
  };
}

const light = themeConfig(false);
const dark = themeConfig(true);

export function Ui({ children }: { children: ReactNode }) {
  const isDark = theme.use((t) => t.dark);
  return (
    <ConfigProvider locale={zhCN} theme={isDark ? dark : light} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ConfigProvider>
  );
}

/** Around a screen without menu and header. */
export const Plain = () => (
  <Ui>
    <Outlet />
  </Ui>
);
