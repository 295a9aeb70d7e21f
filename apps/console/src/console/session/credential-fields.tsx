import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/PasswordInput.css';
import { useText } from '../text/language.js';

export interface DeviceValues {
  pin: string;
  isShared: boolean;
}

type Form<V> = Pick<UseFormReturnType<V>, 'getInputProps'>;

export function PasswordField({
  form,
  isNew,
}: {
  readonly form: Form<{ password: string }>;
  readonly isNew?: boolean;
}) {
  const { t } = useText();
  return (
    <PasswordInput
      label={t(isNew ? 'newPassword' : 'password')}
      description={isNew ? t('newPasswordHint') : undefined}
      autoFocus={isNew}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...form.getInputProps('password')}
    />
  );
}

/** A PIN for a till, and whether the browser keeps the session. */
export function DeviceFields({ form }: { readonly form: Form<DeviceValues> }) {
  const { t } = useText();
  return (
    <>
      <TextInput
        label={t('pin')}
        description={t('pinHint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('pin')}
      />
      <Checkbox label={t('sharedComputer')} {...form.getInputProps('isShared', { type: 'checkbox' })} />
    </>
  );
}
