import { operations, type Operation } from '@stockbook/contracts';
import type { FastifyRequest } from 'fastify';

export const urlPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

/** The operation of the path, by any method. */
export const operationAt = (request: FastifyRequest): Operation | undefined =>
  operations.get(urlPath(request).slice(1));

/** Whether the gateway has read all of the request. */
export const hasArrived = ({ raw }: FastifyRequest): boolean =>
  raw.complete || !(Number(raw.headers['content-length'] ?? 0) || raw.headers['transfer-encoding']);
