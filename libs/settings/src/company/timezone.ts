import type { Fault } from '@stockbook/contracts';
import { IANAZone } from 'luxon';

export const timezoneFaults = (timezone: string): Fault[] =>
  IANAZone.isValidZone(timezone)
    ? []
    : [
        {
          code: 'invalid',
          field: 'timezone',
          message: `timezone must be an IANA time zone, and "${timezone}" is none.`,
        },
      ];
