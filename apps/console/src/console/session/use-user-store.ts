import { useSession } from './session.js';

/** Returns the name of the user and where the browser keeps their work: on a shared computer no longer than the tab. */
export function useUserStore(): { readonly user: string; readonly store: Storage } {
  const { session } = useSession();
  return {
    user: session ? `${session.domain}/${session.apiKey}` : '',
    store: session?.isKept ? localStorage : sessionStorage,
  };
}
