import { useComputedColorScheme } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { itemQueries } from '../../api/items.js';
import { useFormat } from '../../api/format.js';
import { useMyself } from '../../api/rights.js';
import { Part } from '../../frame/part.js';
import { useText } from '../../text/language.js';
import { chartRequestOf } from '../ledger-search.js';
import { levelsOf } from './stock-levels.js';

const HEIGHT = 240;
const COLOURS = {
  light: { line: '#0f6f67', fill: '#0f6f6718', text: '#4a5656', grid: '#e3e8e8' },
  dark: { line: '#2aa597', fill: '#2aa59722', text: '#aab5b5', grid: '#2c3536' },
};

interface Props {
  readonly item: Item;
  readonly location: number | undefined;
}

/** Draws what was on hand as steps. The table of movements below says the same in figures. */
export function StockChart({ item, location }: Props) {
  const { t, language } = useText();
  const { number } = useFormat();
  const { timezone } = useMyself().company;
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const { data } = useQuery(itemQueries.flows(chartRequestOf(item.item_id, location)));
  const points = useMemo(() => data && levelsOf(data.flows, item.locations, location), [data, item, location]);
  const title = t('chartOf', { count: points?.times.length ?? 0 });
  const label = t('onHand');

  useEffect(() => {
    const { current } = place;
    if (!current || !points) return;
    const { line, fill, text, grid } = COLOURS[scheme];
    const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
    const options: uPlot.Options = {
      width: current.clientWidth,
      height: HEIGHT,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timezone),
      legend: { show: false },
      axes: [
        { ...axis, space: 90, values: (_, splits, _axis, _space, step) => timesOf(splits, step, language, timezone) },
        { ...axis, values: (_, splits) => splits.map((value) => number(value)) },
      ],
      series: [{}, { label, stroke: line, fill, width: 2, paths: uPlot.paths.stepped?.({ align: 1 }) }],
    };
    const chart = new uPlot(options, [points.times, points.levels], current);
    const observer = new ResizeObserver(() => chart.setSize({ width: current.clientWidth, height: HEIGHT }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [points, scheme, label, language, timezone]);

  if (points && points.times.length < 2) return null;
  return (
    <Part title={title}>
      <div ref={place} className="chart" role="img" aria-label={title} />
    </Part>
  );
}

const DAY_S = 86_400;
const MONTH_S = 28 * DAY_S;

/** Returns the texts of the axis, which has the day below its first time. */
function timesOf(splits: readonly number[], step: number, language: string, timeZone: string): string[] {
  const textOf = (seconds: number, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...parts, timeZone }).format(new Date(seconds * 1_000));
  if (step >= MONTH_S) return splits.map((split) => textOf(split, { month: 'short', year: 'numeric' }));
  if (step >= DAY_S) return splits.map((split) => textOf(split, { day: 'numeric', month: 'short' }));
  const timeStyle = step < 60 ? 'medium' : 'short';
  const times = splits.map((split) => textOf(split, { timeStyle }));
  return times.map((time, i) => (i ? time : `${time}\n${textOf(splits[0]!, { dateStyle: 'medium' })}`));
}
