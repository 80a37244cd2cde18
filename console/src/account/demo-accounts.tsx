const PASSWD = "visadesk";
const ACCOUNTS: readonly (readonly [account: string, role: string])[] = [
  ["admin", "系统管理员"],
  ["manager", "订单查看与审核"],
  ["expert", "签证专家"],
  ["product", "产品"],
  ["finance", "财务"],
  ["service", "客服"],
  ["content", "内容"],
  ["viewer", "仅首页"],
];

/** Only in demo mode: one click fills the form. */
export function DemoAccounts({ pick }: { pick: (account: string, passwd: string) => void }) {
  return (
    <section className="vd-demo" aria-label="演示账号">
      <h2 className="vd-row vd-between">
        演示账号<small>密码均为 {PASSWD}</small>
      </h2>
      <ul>
        {ACCOUNTS.map(([account, role]) => (
          <li key={account}>
            <button type="button" onClick={() => pick(account, PASSWD)}>
              <b>{account}</b>
              <span>{role}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
