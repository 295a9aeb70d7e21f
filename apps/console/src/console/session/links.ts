import type { EnrolmentLink } from './signing-in.js';

export type Link =
  { readonly kind: 'enrol'; readonly link: EnrolmentLink } | { readonly kind: 'demo'; readonly code: string };

/** Reads a link that leads to the page, and takes its secret out of the address and the history at once. */
export function takeLink(): Link | undefined {
  const [, kind, text = ''] = /^#(enrol\?|demo=)(.*)$/.exec(location.hash) ?? [];
  if (!kind) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  if (kind === 'demo=') return { kind: 'demo', code: text };
  const given = Object.fromEntries(new URLSearchParams(text));
  const { domain = '', api_key: apiKey = '', auth_session, api_secret: apiSecret = '' } = given;
  return { kind: 'enrol', link: { domain, apiKey, apiSecret, session: Number(auth_session) } };
}
