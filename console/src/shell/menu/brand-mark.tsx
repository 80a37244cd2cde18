export function BrandMark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" style={{ flex: "none" }}>
      <rect width="32" height="32" rx="7" fill="#1677ff" />
      <path d="M8 9.5 14.4 23h3.2L24 9.5" fill="none" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="16" cy="11" r="2" fill="#fff" />
    </svg>
  );
}
