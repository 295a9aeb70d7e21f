import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useText } from '../text/language.js';
import { DeviceFields, PasswordField } from './credential-fields.js';
import { Entry } from './entry.js';
import { hasPasskeys } from './passkey.js';
import { useSession } from './session.js';
import { signIn } from './signing-in.js';
import { TillPeople } from './till-people.js';
import { useCredential } from './use-credential.js';

const LAST = 'stockbook-person';

/** A person signs in by a password or a passkey. */
export function SignInPage() {
  const { t } = useText();
  const { absence } = useSession();
  const form = useForm({
    initialValues: { domain: '', apiKey: '', ...rememberedPerson(), password: '', pin: '', isShared: false },
  });
  const { mutate, isPending, words } = useCredential(form, async (credential) => {
    const { domain, apiKey, pin, isShared } = form.getValues();
    await signIn({ domain, apiKey }, credential, { pin, isShared });
    if (!isShared) localStorage.setItem(LAST, JSON.stringify({ domain, apiKey }));
  });
  return (
    <Entry
      title={t('signIn')}
      note={absence === 'ended' ? t('sessionEnded') : absence === 'left' ? t('sessionLeft') : undefined}
      failure={words}
    >
      <TillPeople />
      <form onSubmit={form.onSubmit(({ password }) => mutate({ password }))}>
        <Stack gap="sm">
          <TextInput label={t('domain')} required autoComplete="organization" {...form.getInputProps('domain')} />
          <TextInput label={t('email')} required autoComplete="username" {...form.getInputProps('apiKey')} />
          <PasswordField form={form} />
          <DeviceFields form={form} />
          <Button type="submit" mt="xs" loading={isPending}>
            {t('signIn')}
          </Button>
          {hasPasskeys() && (
            <Button variant="default" disabled={isPending} onClick={() => mutate('passkey')}>
              {t('usePasskey')}
            </Button>
          )}
        </Stack>
      </form>
    </Entry>
  );
}

function rememberedPerson(): { domain?: string; apiKey?: string } {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? '{}');
  } catch {
    return {};
  }
}
