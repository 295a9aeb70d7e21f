import type { ItemFlow } from '@stockbook/client';

export const documentOf = ({ document, document_id }: Pick<ItemFlow, 'document' | 'document_id'>): string =>
  `${document.replaceAll('_', ' ')}${document_id ? ` ${document_id}` : ''}`;
