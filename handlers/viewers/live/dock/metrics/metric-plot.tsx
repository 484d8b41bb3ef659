import uPlot from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
import { type MetricsSample, retentionSeconds, toMetricSeries } from './metrics-recorder.ts';
import type { MetricId } from './metric-kinds.ts';

interface MetricPlotProps {
  readonly id: MetricId;
  readonly samples: readonly MetricsSample[];
  readonly text: string;
}

const plotHeight = 92;

/** Plots the values of a metric over the last two minutes. */
export const MetricPlot = ({ id, samples, text }: MetricPlotProps) => {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();

  useEffect(() => {
    const { current } = host;
    if (!current) return;
    const chart = new uPlot(createPlotOptions(current), [[], []], current);
    plot.current = chart;
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: current.clientWidth, height: plotHeight }),
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(toMetricSeries(samples, id)), [samples, id]);
  return <div class="plot" role="img" aria-label={text} ref={host} />;
};

const createPlotOptions = (host: HTMLElement): uPlot.Options => {
  const color = (css: string) => (): string => {
    // a canvas can't use CSS variables, so an element resolves them for the light or dark theme
    host.style.color = css;
    return getComputedStyle(host).color;
  };
  const line = color('var(--line)');
  const quiet = color('var(--ink-3)');
  const accent = color('var(--accent)');
  const axis = { stroke: quiet, font: '11px system-ui, sans-serif', ticks: { show: false } };
  return {
    width: host.clientWidth,
    height: plotHeight,
    padding: [6, 14, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_, __, now) => [now - retentionSeconds, now] },
      y: { range: (_, __, maximum) => [0, maximum > 0 ? maximum * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 22,
        gap: 6,
        grid: { show: false },
        splits: (_, __, start, now) => [start, start + retentionSeconds / 2, now],
        values: () => ['−2 min', '−1 min', 'now'],
      },
      { ...axis, size: 40, gap: 4, grid: { stroke: line, width: 1 }, space: 28 },
    ],
    series: [
      {},
      {
        stroke: accent,
        width: 1.5,
        fill: color('color-mix(in srgb, var(--accent) 14%, transparent)'),
        points: { size: 4, fill: accent },
      },
    ],
  };
};
