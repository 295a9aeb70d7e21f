import { Checkbox, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { useFormat } from '../../api/format.js';
import { NumberInput } from '../../frame/number-input.js';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';
import { useNumbers } from '../../text/use-numbers.js';
import { type Left, worthOf } from './credited.js';

/** The chosen lines of an order with their quantities as somebody types them. */
export type Chosen = Readonly<Record<number, string>>;

interface Props {
  readonly left: readonly Left[];
  readonly chosen: Chosen;
  readonly currency: string;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (chosen: Chosen) => void;
}

export function RefundLines({ left, chosen, currency, faults, onChange }: Props) {
  const { t } = useText();
  const { money, number } = useFormat();
  const { read } = useNumbers();
  const sent = left.filter(({ line }) => line.order_product_id in chosen);
  const choose = (each: Left, isChosen: boolean) => {
    const { [each.line.order_product_id]: _, ...others } = chosen;
    onChange(isChosen ? { ...others, [each.line.order_product_id]: String(each.quantity) } : others);
  };
  return (
    <Wide label={t('refundLines')}>
      <Table aria-label={t('refundLines')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th w={120}>{t('quantity')}</Table.Th>
            <Table.Th className="figure">{t('refundPaid')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {left.map((each, place) => {
            const { line, quantity, paid } = each;
            const id = line.order_product_id;
            const typed = chosen[id];
            const words = Object.entries(faults).filter(([field]) =>
              field.startsWith(`products[${sent.indexOf(each)}]`),
            );
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  <Checkbox
                    label={
                      <>
                        {line.name}
                        <Text size="xs" c="dimmed">
                          {line.sku}
                        </Text>
                      </>
                    }
                    autoFocus={place === 0}
                    checked={typed !== undefined}
                    onChange={(event) => choose(each, event.currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    kind="whole"
                    size="xs"
                    aria-label={t('refundQuantityOf', { item: line.name })}
                    value={typed ?? ''}
                    placeholder="0"
                    error={words.map(([, text]) => text).join(' ') || undefined}
                    onFocus={(event) => event.currentTarget.select()}
                    onText={(text) => onChange({ ...chosen, [id]: text })}
                  />
                  <Text size="xs" c="dimmed">
                    {t('refundLeft', { quantity: number(quantity) })}
                  </Text>
                </Table.Td>
                <Table.Td className="figure">
                  {money(typed === undefined ? paid : worthOf(each, read(typed, 'whole')) || 0, currency)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}
