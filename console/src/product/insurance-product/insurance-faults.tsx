import "./insurance.css";

const MAX_TOLD = 3;

/** Faults of a sheet or a paste, the first few of them. */
export const Faults = ({ title, faults }: { title?: string; faults: readonly string[] }) =>
  faults.length > 0 && (
    <ul className="vd-small vd-error vd-note vd-tone-red" aria-live="polite" aria-label={title ?? "费率问题"}>
      {faults.slice(0, MAX_TOLD).map((f) => (
        <li key={f}>{f}</li>
      ))}
      {faults.length > MAX_TOLD && <li>等 {faults.length} 处</li>}
    </ul>
  );
