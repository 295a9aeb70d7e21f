import { type CallOf, identity, type Identity, userActivity } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { IDLE } from '../user/secret/user-secrets.js';

// The gateway does not know the account yet: the domain stands for it.
const find = statement(
  'identity',
  `SELECT a.account_id, a.enabled, c.timezone AS zone, a.clock_tolerance, u.user_id, u.username, g.permission,
     (extract(epoch FROM u.expires) * 1000)::bigint AS expires, nullif(u.allowed_networks, '{}') AS allowed_networks,
     (SELECT coalesce(json_agg(json_build_object('key_id', s.key_id, 'sealed', s.sealed)), '[]')
      FROM settings.user_secret s
      WHERE s.account_id = a.account_id AND s.user_id = u.user_id
        AND s.date_revoked IS NULL AND s.kind = 'secret') AS secrets,
     (SELECT coalesce(json_agg(json_build_object('key_id', s.key_id, 'sealed', s.sealed, 'session_id', s.user_secret_id,
        'state', CASE WHEN s.kind = 'enrolment' THEN s.kind WHEN s.locked THEN 'locked' ELSE 'open' END)), '[]')
      FROM settings.user_secret s
      WHERE s.account_id = a.account_id AND s.user_id = u.user_id AND s.date_revoked IS NULL AND s.kind <> 'secret'
        AND s.expires > now()) AS sessions,
     CASE WHEN jsonb_typeof(g.permission -> 'channel_groups') = 'array' THEN ARRAY (
       SELECT DISTINCT unnest(cg.channels) FROM settings.channel_group cg
       WHERE cg.account_id = a.account_id AND cg.date_deleted IS NULL
         AND g.permission -> 'channel_groups' @> to_jsonb(cg.channel_group_id)) END AS channel_ids
   FROM settings.account a
   JOIN settings.company c ON c.account_id = a.account_id
   JOIN settings."user" u ON u.account_id = a.account_id AND u.email = $2 AND u.enabled AND u.date_deleted IS NULL
   JOIN settings.user_group g
     ON g.account_id = a.account_id AND g.user_group_id = u.user_group_id AND g.date_deleted IS NULL
   WHERE a.domain = $1 AND a.date_deleted IS NULL`,
);

const noteActivity = statement(
  'note_activity',
  `UPDATE settings."user" SET date_active = least(now(), to_timestamp($3::float8 / 1000))
   WHERE account_id = $1 AND user_id = $2
     AND (date_active IS NULL OR date_active < least(now(), to_timestamp($3::float8 / 1000)))`,
);

// A session goes on by each request, to its thirtieth day. One that has ended does not come back by a late report.
const noteSession = statement(
  'note_session',
  `UPDATE settings.user_secret SET date_active = at,
     expires = greatest(expires, least(at + ${IDLE}, date_added + interval '30 days'))
   FROM (SELECT least(now(), to_timestamp($3::float8 / 1000)) AS at) latest
   WHERE account_id = $1 AND user_secret_id = $2 AND kind = 'session' AND date_revoked IS NULL AND expires > now()
     AND (date_active IS NULL OR date_active < at)`,
);

type Limit = 'channel_ids' | 'expires' | 'allowed_networks';
type Found = Omit<Identity, Limit> & { [L in Limit]: NonNullable<Identity[L]> | null };

@Controller()
export class IdentityHandlers {
  constructor(private readonly db: Db) {}

  @Handles(identity.get)
  async get({ input }: CallOf<typeof identity.get>): Promise<{ identity?: Identity }> {
    const [found] = await this.db.query<Found>(find, [input.domain.toLowerCase(), input.api_key.toLowerCase()]);
    if (!found) return {};
    const { channel_ids, expires, allowed_networks, ...others } = found;
    return {
      identity: {
        ...others,
        ...(channel_ids && { channel_ids }),
        ...(expires !== null && { expires }),
        ...(allowed_networks && { allowed_networks }),
      },
    };
  }

  @Handles(userActivity.note)
  note({ caller, input }: CallOf<typeof userActivity.note>) {
    const { account_id } = caller;
    return this.db.transactFor([account_id], async (tx) => {
      const { user_id, session_id, at = Date.now() } = input;
      await tx.query(noteActivity, [account_id, user_id, at]);
      if (session_id) await tx.query(noteSession, [account_id, session_id, at]);
      return {};
    });
  }
}
