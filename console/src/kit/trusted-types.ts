/**
 * Under `require-trusted-types-for 'script'` a plain string may not become HTML. antd writes its style sheets
 * through innerHTML, so text without any tag passes; markup never does.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

export const styleTextOnly = (text: string): string => {
  if (text.includes("<")) throw new TypeError("markup may not be inserted as text");
  return text;
};

export function allowStyleText(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", { createHTML: styleTextOnly });
}
