import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useText } from '../text/language.js';
import { DeviceFields, PasswordField } from './credential-fields.js';
import { Entry } from './entry.js';
import { hasPasskeys } from './passkey.js';
import { enrol, type EnrolmentLink } from './signing-in.js';
import { useCredential } from './use-credential.js';

/** A person who opens a one-time link chooses a password or a passkey, and is signed in. */
export function EnrolPage({ link, onDone }: { readonly link: EnrolmentLink; readonly onDone: () => void }) {
  const { t } = useText();
  const form = useForm({ initialValues: { password: '', pin: '', isShared: false } });
  const { mutate, isPending, words } = useCredential(form, async (credential) => {
    await enrol(link, credential, form.getValues());
    onDone();
  });
  return (
    <Entry title={t('welcome')} note={t('enrolNote', { email: link.apiKey })} failure={words}>
      <form onSubmit={form.onSubmit(({ password }) => mutate({ password }))}>
        <Stack gap="sm">
          <PasswordField form={form} isNew />
          <DeviceFields form={form} />
          <Button type="submit" mt="xs" loading={isPending}>
            {t('setPassword')}
          </Button>
          {hasPasskeys() && (
            <Button variant="default" disabled={isPending} onClick={() => mutate('passkey')}>
              {t('makePasskey')}
            </Button>
          )}
        </Stack>
      </form>
    </Entry>
  );
}
