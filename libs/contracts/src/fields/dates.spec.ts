import { Settings } from 'luxon';
import { isDay, isNotSet, isUtc, shownDate, utcOf } from './dates.js';

describe('a date-time as clients write it', () => {
  it.each([
    ['2026-03-01T08:15:30Z', '2026-03-01T08:15:30Z'],
    ['2026-03-01t08:15:30z', '2026-03-01T08:15:30Z'],
    ['2026-03-01 08:15:30Z', '2026-03-01T08:15:30Z'],
    ['2026-03-01T08:15:30-00:00', '2026-03-01T08:15:30Z'],
    ['2026-03-01T08:15:30+05:45', '2026-03-01T02:30:30Z'],
    ['2026-03-01T23:00:00-10:00', '2026-03-02T09:00:00Z'],
    ['2026-03-01T08:15:30.5Z', '2026-03-01T08:15:30.500Z'],
    ['2026-03-01T08:15:30.123456789Z', '2026-03-01T08:15:30.123Z'],
    ['2026-03-01 08:15:30 +02:00', '2026-03-01T06:15:30Z'],
    ['2026-03-01T08:15:30+0200', '2026-03-01T06:15:30Z'],
    ['2026-03-01 08:15:30 -0930', '2026-03-01T17:45:30Z'],
    ['2026-03-01T08:15:30.5 +0200', '2026-03-01T06:15:30.500Z'],
    ['2026-03-01 08:15:30 Z', '2026-03-01T08:15:30Z'],
    ['2026-03-01 08:15:30 UTC', '2026-03-01T08:15:30Z'],
    ['2026-03-01T08:15:30GMT', '2026-03-01T08:15:30Z'],
    ['2026-03-01 08:15:30 gmt', '2026-03-01T08:15:30Z'],
    ['2026-03-01T08:15', '2026-03-01T00:15:00Z'],
    ['2026-03-01 08:15', '2026-03-01T00:15:00Z'],
    ['2026-03-01T08:15Z', '2026-03-01T08:15:00Z'],
    ['2026-03-01 08:15 +0200', '2026-03-01T06:15:00Z'],
    ['2026-03-01 08:15:30', '2026-03-01T00:15:30Z'],
    ['2026-03-01T08:15:30', '2026-03-01T00:15:30Z'],
    ['2026-03-01t08:15:30', '2026-03-01T00:15:30Z'],
    ['2026-03-01', '2026-02-28T16:00:00Z'],
    ['2024-02-29', '2024-02-28T16:00:00Z'],
    ['0001-01-02', '0001-01-01T17:04:35Z'],
  ])('%s', (text, utc) => {
    expect(utcOf(text, 'Asia/Singapore', 'start')).toBe(utc);
  });

  it.each([
    ...[
      '',
      ' ',
      'now',
      '1767225600',
      '20260301',
      '2026-03',
      '2026-3-1',
      '01.03.2026',
      '2026-W09',
      '2026-060',
      '+002026-03-01',
    ],
    ...[
      '2026-03-01T',
      '2026-03-01T08',
      '2026-03-01 8:15',
      '2026-03-01 08:15:3',
      '2026-03-01 UTC',
      '2026-03-01+0200',
      '2026-03-01 08:15.5Z',
      '2026-03-01 08:15:30  Z',
      '2026-03-01 08:15:30 CET',
      '2026-03-01 08:15:30 GMT+2',
      '2026-03-01T08:15:30+02',
      '2026-03-01 08:15:30.5',
      ' 2026-03-01',
      '2026-03-01 ',
    ],
    ...['2026-02-30', '2026-13-01', '2026-00-10', '2025-02-29 10:00:00', '2026-03-01 24:00:00'],
    ...['2026-03-01T24:00:00Z', '2026-03-01T08:60:00Z', '2026-03-01T23:59:60Z', '2026-03-01T08:15:30+99:99'],
    ...[
      '2026-03-01T08:15:30+24:00',
      '2026-03-01T08:15:30+08:60',
      '2026-03-01T08:15:30+0860',
      '2026-03-01T08:15:30+08000',
      '2026-03-01T08:15:30.Z',
      ...['0000-06-01', '0000-06-01 10:00:00', '0000-06-01T10:00:00Z'],
    ],
  ])('is not %j', (text) => {
    expect(utcOf(text, 'Asia/Singapore', 'start')).toBeUndefined();
  });
});

describe('the end of a range', () => {
  it.each([
    ['2026-03-01', 'Asia/Singapore', '2026-03-01T15:59:59.999999Z'],
    ['2026-03-01', 'utc', '2026-03-01T23:59:59.999999Z'],
    ['2026-03-01 08:15:30', 'Asia/Singapore', '2026-03-01T00:15:30.999999Z'],
    ['2026-03-01T08:15:30Z', 'Asia/Singapore', '2026-03-01T08:15:30.999999Z'],
    ['2026-03-01 08:15:30 +0200', 'Asia/Singapore', '2026-03-01T06:15:30.999999Z'],
    ['2026-03-01 08:15', 'Asia/Singapore', '2026-03-01T00:15:59.999999Z'],
    ['2026-03-01T08:15Z', 'Asia/Singapore', '2026-03-01T08:15:59.999999Z'],
    ['2026-03-01T08:15:30.25Z', 'Asia/Singapore', '2026-03-01T08:15:30.250Z'],
    ['2026-03-01T08:15:30', 'Asia/Singapore', '2026-03-01T00:15:30.999999Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999999Z'],
  ])('%s in %s ends at %s', (text, zone, utc) => {
    expect(utcOf(text, zone, 'end')).toBe(utc);
  });
});

describe('a change of the clocks', () => {
  const changes = [
    ['before the skipped hour', '2026-03-29 01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
    [
      'in the skipped hour, read as if the clocks had not changed',
      '2026-03-29 02:30:00',
      'Europe/Berlin',
      '2026-03-29T01:30:00Z',
    ],
    ['after the skipped hour', '2026-03-29 03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['a day whose midnight is skipped', '2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00Z'],
    ['in the doubled hour, the first time', '2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['in the doubled hour of New York', '2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
    ['a day whose midnight is doubled', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
    ['an offset names the second time', '2026-10-25T02:30:00+01:00', 'Europe/Berlin', '2026-10-25T01:30:00Z'],
  ] as const;

  it.each(changes)('%s: %s in %s', (_, text, zone, utc) => {
    expect(utcOf(text, zone, 'start')).toBe(utc);
  });

  it.each(['2026-01-15', '2026-07-15'])('reads the same whether it is asked on %s or another day', (today) => {
    const now = Settings.now;
    Settings.now = () => Date.parse(today);
    try {
      expect(changes.map(([, text, zone]) => utcOf(text, zone, 'start'))).toEqual(changes.map(([, , , utc]) => utc));
    } finally {
      Settings.now = now;
    }
  });
});

test('writes the same digits whatever the language of the machine', () => {
  const { defaultLocale } = Settings;
  Settings.defaultLocale = 'ar-EG';
  try {
    expect(utcOf('2026-03-01', 'utc', 'end')).toBe('2026-03-01T23:59:59.999999Z');
    expect(utcOf('2026-03-01', 'utc', 'start')).toBe('2026-03-01T00:00:00Z');
  } finally {
    Settings.defaultLocale = defaultLocale;
  }
});

test('a date of zeros means that there is none', () => {
  expect(['0000-00-00', '0000-00-00 00:00', '0000-00-00 00:00:00'].filter((text) => !isNotSet(text))).toEqual([]);
  expect(['', '0000-00-01', '0001-01-01', '0000-00-00 00', 0].filter(isNotSet)).toEqual([]);
});

test('a point in time that is read already is in UTC, with seconds', () => {
  expect(['2026-03-01T08:15:30Z', '2026-03-01T08:15:30.999999Z'].filter((text) => !isUtc(text))).toEqual([]);
  const others = [
    '2026-03-01T08:15Z',
    '2026-03-01 08:15:30Z',
    '2026-03-01T08:15:30+00:00',
    '2026-02-30T08:15:30Z',
    '0000-01-01T00:00:00Z',
  ];
  expect(others.filter(isUtc)).toEqual([]);
});

test('a day is one of the calendar', () => {
  expect(['2026-03-01', '2024-02-29', '0001-01-01', '9999-12-31'].filter((text) => !isDay(text))).toEqual([]);
  expect(['', '2026-02-29', '2026-04-31', '0000-01-01', '2026-3-1', '2026-03-01T00:00:00Z'].filter(isDay)).toEqual([]);
});

test('a response shows whole seconds in UTC, and nothing as the empty text', () => {
  expect(shownDate(new Date('2026-03-01T08:15:30.999Z'))).toBe('2026-03-01T08:15:30Z');
  expect(shownDate(null)).toBe('');
});
