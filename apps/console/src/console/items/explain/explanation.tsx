import { Drawer, Stack } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import type { Item } from '@stockbook/client';
import { Suspense } from 'react';
import { RouteLoading } from '../../frame/route-states.js';
import { positiveIn } from '../../frame/search-values.js';
import { type TextName, useText } from '../../text/language.js';
import { AvailableReasons, IncomingReasons, OnHandReasons, ReservedReasons } from './stock-reasons.js';
import { FlowReasons } from './flow-reasons.js';
import { ProofReasons } from './proof.js';

const TITLES: Readonly<Record<string, TextName>> = {
  on_hand: 'onHand',
  reserved: 'reserved',
  quantity: 'available',
  incoming: 'incoming',
  flow: 'explainMovement',
  proof: 'explainProof',
};

interface Props {
  readonly item: Item;
  readonly what: string;
  readonly onClose: () => void;
}

/** Leads from a number to the movements, documents, requests and users behind it. */
export function Explanation({ item, what, onClose }: Props) {
  const { t } = useText();
  const [kind = '', id] = what.split('.');
  const title = TITLES[kind];
  const location = item.locations.find(({ location_id }) => location_id === positiveIn(id));
  if (!title) return null;
  return (
    <Drawer opened onClose={onClose} position="right" title={[t(title), location?.name].filter(Boolean).join(', ')}>
      <Suspense fallback={<RouteLoading />}>
        <Stack gap="md">
          {kind === 'flow' && <FlowReasons item={item} flowId={positiveIn(id) ?? 0} />}
          {kind === 'proof' && <ProofReasons item={item} />}
          {location && kind === 'on_hand' && <OnHandReasons item={item} location={location} />}
          {location && kind === 'reserved' && <ReservedReasons item={item} location={location} />}
          {location && kind === 'quantity' && <AvailableReasons location={location} />}
          {location && kind === 'incoming' && <IncomingReasons item={item} location={location} />}
        </Stack>
      </Suspense>
    </Drawer>
  );
}
