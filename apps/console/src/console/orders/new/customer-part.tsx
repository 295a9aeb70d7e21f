import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { useMyself } from '../../api/rights.js';
import { findCustomers, type SaleCustomer } from '../../api/sales.js';
import { type TextName, useText } from '../../text/language.js';
import { emailOf, useCustomerName } from '../../frame/customer-name.js';
import { chosenCustomer, type Draft, type DraftCustomer, NOBODY } from './draft/draft.js';
import { Finder, type Reading } from './finder.js';
import type { Change } from './draft/use-draft.js';

const FIELDS = ['firstname', 'lastname', 'email', 'telephone', 'company'] as const;
type Field = (typeof FIELDS)[number];
const FIELD_TEXTS: Readonly<Record<Field, TextName>> = {
  firstname: 'customerFirstname',
  lastname: 'customerLastname',
  email: 'customerEmail',
  telephone: 'customerTelephone',
  company: 'customerCompany',
};

/** A customer of the account, or the text of one to come. */
type Choice = SaleCustomer | { readonly text: string };
const isNew = (choice: Choice): choice is { readonly text: string } => 'text' in choice;

/** Puts what somebody has typed into the field that it looks like. */
function customerNamed(text: string): DraftCustomer {
  if (text.includes('@')) return { ...NOBODY, email: text };
  if (/^[+()\d\s./-]{5,}$/.test(text)) return { ...NOBODY, telephone: text };
  const [firstname = '', ...others] = text.split(/\s+/);
  return { ...NOBODY, firstname, lastname: others.join(' ') };
}

interface Props {
  readonly draft: Draft;
  readonly change: Change;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly reading: RefObject<Reading>;
  readonly faults: Readonly<Record<string, string>>;
  readonly onLeave: () => void;
}

/** Finds the customer, takes a new one, or leaves the order without. */
export function CustomerPart({ draft: { customer }, change, input, reading, faults, onLeave }: Props) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const nameOf = useCustomerName();
  const become = (customer: DraftCustomer | null) => change((draft) => ({ ...draft, customer }));
  if (customer?.customer_id)
    return (
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={550}>{nameOf({ name: [customer.firstname, customer.lastname].filter(Boolean).join(' ') })}</Text>
          {[customer.company, emailOf(customer), customer.telephone].filter(Boolean).map((text) => (
            <Text key={text} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          ))}
          {faults['customer_id'] && <Text c="var(--danger)">{faults['customer_id']}</Text>}
        </div>
        <Button variant="default" size="xs" style={{ flex: 'none' }} onClick={() => become(null)}>
          {t('customerOther')}
        </Button>
      </Group>
    );
  return (
    <Stack gap="sm">
      {mayRead('sale/customer') && !customer && (
        <Finder<Choice>
          label={t('customerFind')}
          placeholder={t('customerFindHint')}
          shortcut="F4"
          {...{ input, reading }}
          name="sale/customer"
          find={async (words, signal) => [...(await findCustomers(words, signal)), { text: words }]}
          keyOf={(choice) => (isNew(choice) ? 'new' : choice.customer_id)}
          show={(choice) => <ShownChoice choice={choice} />}
          onPick={(choice) => {
            become(isNew(choice) ? customerNamed(choice.text) : chosenCustomer(choice));
            if (!isNew(choice)) onLeave();
          }}
          onLeave={onLeave}
        />
      )}
      {(customer || !mayRead('sale/customer')) && (
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              label={t(FIELD_TEXTS[field])}
              value={(customer ?? NOBODY)[field]}
              error={faults[field]}
              autoFocus={field === 'firstname' && Boolean(customer)}
              onChange={({ currentTarget: { value } }) => become({ ...(customer ?? NOBODY), [field]: value })}
            />
          ))}
          {customer && (
            <Button variant="default" style={{ alignSelf: 'end' }} onClick={() => become(null)}>
              {t('customerNone')}
            </Button>
          )}
        </SimpleGrid>
      )}
    </Stack>
  );
}

function ShownChoice({ choice }: { readonly choice: Choice }) {
  const { t } = useText();
  const nameOf = useCustomerName();
  if (isNew(choice)) return <Text size="sm">{t('customerNew', { text: choice.text })}</Text>;
  return (
    <>
      <Text size="sm" fw={550}>
        {nameOf(choice)}
      </Text>
      <Text size="xs" c="dimmed">
        {[choice.company, emailOf(choice), choice.telephone].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}
