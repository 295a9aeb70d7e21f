import { Stockbook, StockbookError } from '@stockbook/client';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { SERVER } from './address.js';

interface Credentials {
  readonly domain: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

interface Signed {
  readonly name: string;
  readonly client: Stockbook;
}

interface Account {
  readonly signed: Signed | undefined;
  signIn(credentials: Credentials): Promise<void>;
  signOut(): void;
  /** Opens the form. */
  ask(): void;
}

const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = use(AccountContext);
  if (!account) throw new Error('The account is used outside of its provider.');
  return account;
}

/** Keeps the secret as a key that no script can read, in memory alone. */
async function clientOf({ domain, apiKey, apiSecret }: Credentials): Promise<Stockbook> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(apiSecret), hmac, false, ['sign']);
  return new Stockbook({ url: SERVER.href, domain, apiKey, key, retries: 0 });
}

const DEMO = 'stockbook-demo';

/** `npm start` prints an address with a code, which gives the demo account once to this machine. */
function takeLinkCode(): string | undefined {
  const [, given] = /^#demo=([\w-]+)$/.exec(location.hash) ?? [];
  if (given) history.replaceState(null, '', location.pathname);
  return given;
}

/** The tab keeps the code that it gets for its next load. */
async function demoCredentials(code: string): Promise<Credentials> {
  sessionStorage.removeItem(DEMO);
  const response = await fetch(new URL(`demo/${code}`, SERVER), { method: 'POST' });
  if (response.status === 404) throw new Error('The demo account is for browsers on the machine of the server alone.');
  const { domain, api_key: apiKey, api_secret: apiSecret, next_code, error } = await response.json();
  if (!response.ok) throw new Error(error.join(' '));
  sessionStorage.setItem(DEMO, next_code);
  return { domain, apiKey, apiSecret };
}

export function AccountProvider({ children }: { readonly children: ReactNode }) {
  const [signed, setSigned] = useState<Signed>();
  const [asked, setAsked] = useState<{ readonly fault?: string }>();
  const account = useMemo(
    (): Account => ({
      signed,
      async signIn(credentials) {
        const client = await clientOf(credentials);
        const { email } = await client.setting.user.whoami();
        setSigned({ name: `${email} · ${credentials.domain}`, client });
        setAsked(undefined);
      },
      signOut() {
        sessionStorage.removeItem(DEMO);
        setSigned(undefined);
      },
      ask: () => setAsked({}),
    }),
    [signed],
  );
  const isDemoTaken = useRef(false);
  useEffect(() => {
    if (isDemoTaken.current || !isSecureContext) return;
    isDemoTaken.current = true;
    const linked = takeLinkCode();
    const code = linked ?? sessionStorage.getItem(DEMO);
    if (!code) return;
    void demoCredentials(code)
      .then((credentials) => account.signIn(credentials))
      .catch((error: unknown) => linked && setAsked({ fault: wordsOf(error) }));
  }, [account]);
  return (
    <AccountContext value={account}>
      {children}
      {asked && <SignIn close={() => setAsked(undefined)} {...asked} />}
    </AccountContext>
  );
}

export function AccountButton() {
  const { signed, ask, signOut } = useAccount();
  if (!signed)
    return (
      <button type="button" className="account" onClick={ask}>
        Use a key
      </button>
    );
  return (
    <button type="button" className="account signed" onClick={signOut} title="Forget the key">
      <span>{signed.name}</span> <small>forget</small>
    </button>
  );
}

const wordsOf = (error: unknown): string => {
  if (error instanceof StockbookError && error.errors.length) return error.errors.join(' ');
  return error instanceof Error ? error.message : String(error);
};

interface SignInProps {
  readonly close: () => void;
  readonly fault?: string;
}

function SignIn({ close, fault: first }: SignInProps) {
  const { signIn } = useAccount();
  const [fault, setFault] = useState(first);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    setFault(undefined);
    void signIn({ domain: text('domain'), apiKey: text('api_key'), apiSecret: text('api_secret') }).catch(
      (error: unknown) => setFault(wordsOf(error)),
    );
  };
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="sign-in">
      <h2 id="sign-in">Use a key</h2>
      {isSecureContext ? (
        <form onSubmit={submit}>
          <p>
            Requests of this page are signed with it. It stays in the memory of this tab, where no script can read it,
            until you leave or load the page again.
          </p>
          <label>
            Domain
            <input name="domain" autoComplete="off" required autoFocus />
          </label>
          <label>
            API key (e-mail)
            <input name="api_key" autoComplete="off" required />
          </label>
          <label>
            API secret
            <input name="api_secret" type="password" autoComplete="off" required />
          </label>
          {fault && (
            <p className="fault" role="alert">
              {fault}
            </p>
          )}
          <p className="buttons">
            <button type="button" className="quiet" onClick={close}>
              Cancel
            </button>
            <button type="submit" className="primary">
              Use it
            </button>
          </p>
        </form>
      ) : (
        <p>
          A browser signs on https and on localhost alone. Open this page at <code>http://127.0.0.1</code> on the
          machine of the server, or behind a proxy that speaks https.
        </p>
      )}
    </dialog>
  );
}
