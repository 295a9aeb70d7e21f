import { Text } from '@mantine/core';
import { pictureAddress } from '../../server/server.js';
import type { LineItem } from '../move/line.js';

export const ItemName = ({ item: { name, label, thumb } }: { readonly item: LineItem }) => (
  <div className="named stock-item">
    {thumb ? <img className="thumb" src={pictureAddress(thumb)} alt="" loading="lazy" /> : <Blank />}
    <div>
      <Text fw={550} lh={1.3}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" lh={1.3}>
        {label}
      </Text>
    </div>
  </div>
);

export const Blank = () => <span className="thumb" aria-hidden="true" />;
