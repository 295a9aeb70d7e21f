import { Badge, CloseButton, Group, Text, TextInput } from '@mantine/core';
import type { RejectedPromotion } from '@stockbook/client';
import { useState } from 'react';
import { useText } from '../../text/language.js';

interface Props {
  readonly coupons: readonly string[];
  readonly rejected: readonly RejectedPromotion[];
  readonly onChange: (coupons: readonly string[]) => void;
}

/** Coupons are added one by one, and each that does not apply says why. */
export function CouponField({ coupons, rejected, onChange }: Props) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const add = () => {
    const coupon = typed.trim();
    if (coupon && !coupons.includes(coupon)) onChange([...coupons, coupon]);
    setTyped('');
  };
  const reasonOf = (coupon: string) => rejected.find((each) => each.coupon === coupon)?.message;
  return (
    <div>
      <TextInput
        label={t('newOrderCoupon')}
        placeholder={t('newOrderCouponHint')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey) return;
          event.preventDefault();
          add();
        }}
      />
      {coupons.map((coupon) => (
        <Group key={coupon} gap="xs" mt="xs">
          <Badge variant="light" color={reasonOf(coupon) ? 'gray' : 'teal'} tt="none">
            {coupon}
          </Badge>
          <Text size="sm" c={reasonOf(coupon) ? 'var(--danger)' : 'dimmed'} style={{ flex: 1 }}>
            {reasonOf(coupon) ?? ''}
          </Text>
          <CloseButton
            size="sm"
            aria-label={t('newOrderCouponRemove', { coupon })}
            onClick={() => onChange(coupons.filter((each) => each !== coupon))}
          />
        </Group>
      ))}
    </div>
  );
}
