import { Button, Menu } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { useMyself } from '../api/rights.js';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';

const PRINTS = {
  'inventory/item': [{ kind: 'labels', text: 'printLabels' }],
  'sale/order': [
    { kind: 'pick-list', text: 'printPickList' },
    { kind: 'packing-slips', text: 'printPackingSlips' },
    { kind: 'receipts', text: 'printReceipts' },
    { kind: 'invoices', text: 'printInvoices', needs: 'extension/module/invoice', isForChosen: true },
  ],
} as const;

const MenuLink = createLink(Menu.Item<'a'>);

export type Printable = keyof typeof PRINTS;

interface Props {
  readonly resource: Printable;
  readonly ids: readonly number[];
  /** Says whether somebody has chosen the records, or the page shows them. */
  readonly isSelection?: boolean;
  readonly size?: 'xs' | 'sm';
}

/** Leads to everything that can be printed of some records. */
export function PrintMenu({ resource, ids, isSelection, size = 'sm' }: Props) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const { number } = useFormat();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size={size} disabled={!ids.length}>
          {t('print')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isSelection !== undefined && (
          <Menu.Label>{t(isSelection ? 'printSelected' : 'printShown', { count: number(ids.length) })}</Menu.Label>
        )}
        {PRINTS[resource]
          .filter((print) => !('needs' in print) || mayRead(print.needs))
          .map((print) =>
            isSelection === false && 'isForChosen' in print ? (
              <Menu.Item key={print.kind} disabled>
                {t('printOnlyChosen', { documents: t(print.text) })}
              </Menu.Item>
            ) : (
              <MenuLink
                key={print.kind}
                component="a"
                to="/print/$kind"
                params={{ kind: print.kind }}
                search={{ ids: ids.join('-') }}
              >
                {t(print.text)}
              </MenuLink>
            ),
          )}
      </Menu.Dropdown>
    </Menu>
  );
}
