import type { Operation, RequestExamples } from '@stockbook/contracts';

export function requestExamples(operations: ReadonlyMap<string, Operation>): Promise<RequestExamples>;
