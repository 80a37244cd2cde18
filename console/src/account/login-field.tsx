import { useId, useState, type InputHTMLAttributes } from "react";

interface LoginFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  secret?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
}

export function LoginField({ label, value, onChange, secret, error, hint, ...rest }: LoginFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const note = error ?? hint;
  return (
    <div className="vd-near vd-after-16">
      <label className="vd-small vd-muted" htmlFor={id}>
        {label}
      </label>
      <div className={error ? "vd-login-input vd-login-wrong" : "vd-login-input"}>
        <input
          {...rest}
          id={id}
          type={secret && !shown ? "password" : "text"}
          value={value}
          onChange={(e) => onChange(e.target.value)}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {secret && (
          <button type="button" aria-label={shown ? "隐藏密码" : "显示密码"} aria-pressed={shown} onClick={() => setShown(!shown)}>
            <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
              <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
              <circle cx="12" cy="12" r="2.8" />
              {!shown && <path d="m4 20 16-16" />}
            </svg>
          </button>
        )}
      </div>
      {note && (
        <div id={`${id}-note`} className={error ? "vd-small vd-error" : "vd-small vd-toned vd-tone-orange"}>
          {note}
        </div>
      )}
    </div>
  );
}
