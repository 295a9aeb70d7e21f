import { Activity, type ReactNode, useEffect, useState } from 'react';
import { DemoSignIn } from './demo-sign-in.js';
import { EnrolPage } from './enrol-page.js';
import { takeLink } from './links.js';
import { LockedPage } from './locked-page.js';
import { type SignedIn, useSession } from './session.js';
import { SignInPage } from './sign-in-page.js';

const arrivedBy = takeLink();

/** Shows the console to those who are signed in, and a way in to all others. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const { session } = useSession();
  const [link, setLink] = useState(arrivedBy);
  const done = () => setLink(undefined);
  // A link that somebody opens where the console is open already loads no page.
  useEffect(() => {
    const follow = () => {
      const next = takeLink();
      if (next) setLink(next);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  if (link?.kind === 'enrol') return <EnrolPage key={link.link.session} link={link.link} onDone={done} />;
  if (link?.kind === 'demo') return <DemoSignIn key={link.code} code={link.code} onDone={done} />;
  if (!session) return <SignInPage />;
  return (
    <Lockable key={session.session} session={session}>
      {children}
    </Lockable>
  );
}

/** Hides the pages of a locked session. What somebody has typed is there again after the PIN. */
function Lockable({ session, children }: { readonly session: SignedIn; readonly children: ReactNode }) {
  const { isLocked } = session;
  const [hasPages, setHasPages] = useState(!isLocked);
  if (!isLocked && !hasPages) setHasPages(true);
  return (
    <>
      {isLocked && <LockedPage session={session} />}
      {hasPages && <Activity mode={isLocked ? 'hidden' : 'visible'}>{children}</Activity>}
    </>
  );
}
