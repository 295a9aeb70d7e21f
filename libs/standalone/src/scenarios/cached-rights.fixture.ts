import type { Reply } from '@stockbook/contracts';
import { ok, type TestUser, type World } from '@stockbook/testing';

export type Api = TestUser['api'];

/** A setting that another service or a gateway caches. */
export interface Setting {
  readonly change: (api: Api) => Promise<Reply<object>>;
  /** Tells whether the very next request uses the new value. */
  readonly isUsed: (api: Api) => Promise<boolean>;
}

interface Context {
  readonly world: World;
  readonly owner: TestUser;
  /** The owner's clients, one for each gateway. */
  readonly apis: readonly Api[];
}

/** Changes rights and secrets of users, which gateways cache. */
export const cachedRights = (context: () => Context): Record<string, () => Promise<Setting>> => ({
  'the rights of a user group': async () => {
    const { world, owner, apis } = context();
    const clerk = await world.colleague(owner, { access: ['sale/*'], modify: [] });
    const clerks = world.clientsOf(clerk);
    const { user_group_id } = ok(await clerk.api.setting.user.whoami({}));
    let access = ['sale/*'];
    return {
      change(api) {
        access = access.length ? [] : ['sale/*'];
        return api.setting.user_group.edit({ user_group_id, permission: { access, modify: [] } });
      },
      isUsed: async (api) => !(await clerks[apis.indexOf(api)]!.sale.order.get({})).error === access.length > 0,
    };
  },
  'whether a user is enabled': async () => {
    const { world, owner, apis } = context();
    const clerk = await world.colleague(owner, { access: ['sale/*'], modify: [] });
    const clerks = world.clientsOf(clerk);
    let enabled = true;
    return {
      change: (api) => api.setting.user.edit({ user_id: clerk.user_id, enabled: (enabled = !enabled) }),
      isUsed: async (api) => !(await clerks[apis.indexOf(api)]!.sale.order.get({})).error === enabled,
    };
  },
  "a user's secrets": async () => {
    const { world, owner, apis } = context();
    const clerk = await world.colleague(owner, { access: ['sale/*'], modify: [] });
    const { user_id, credentials } = clerk;
    const known: string[] = [credentials.api_secret];
    const isSecret = async (api: Api, api_secret = '') => {
      const renewed = world.clientsOf({ ...clerk, credentials: { ...credentials, api_secret } });
      return !(await renewed[apis.indexOf(api)]!.sale.order.get({})).error;
    };
    return {
      async change(api) {
        const reply = await api.setting.user.rotateSecret({ user_id });
        known.push(ok(reply).api_secret ?? '');
        return reply;
      },
      async isUsed(api) {
        const [older, newest] = [known.at(-3), known.at(-1)];
        return (await isSecret(api, newest)) && !(older && (await isSecret(api, older)));
      },
    };
  },
});
