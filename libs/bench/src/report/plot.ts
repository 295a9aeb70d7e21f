import { init } from 'echarts';

export interface Point {
  readonly offered: number;
  readonly reached: number;
  readonly p99_ms: number;
}

const SIZE = { width: 880, height: 480 };

export function plotOf(points: readonly Point[], title: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...SIZE });
  const series = (name: string, yAxisIndex: number, valueOf: (point: Point) => number) => ({
    name,
    type: 'line' as const,
    yAxisIndex,
    data: points.map((point) => [point.offered, valueOf(point)]),
  });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: { text: title, left: 'center' },
    legend: { bottom: 8 },
    grid: { left: 70, right: 80, top: 60, bottom: 80 },
    xAxis: { type: 'value', name: 'orders sent a second', nameLocation: 'middle', nameGap: 28 },
    yAxis: [
      { type: 'value', name: 'settled a second' },
      { type: 'log', name: 'p99 until settled, ms', splitLine: { show: false } },
    ],
    series: [series('settled a second', 0, ({ reached }) => reached), series('p99, ms', 1, ({ p99_ms }) => p99_ms)],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
