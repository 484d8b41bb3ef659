import { describeMetricSeries } from './metric-series.ts';
import { MetricTable } from './metric-table.tsx';
import { metricKinds } from './metric-kinds.ts';
import { MetricPlot } from './metric-plot.tsx';
import type { MetricId } from './metric-kinds.ts';
import type { MetricsSample } from './metrics-recorder.ts';

interface MetricCardProps {
  readonly id: MetricId;
  readonly samples: readonly MetricsSample[];
  /** The reason why the metric can't be measured, or `undefined` if the metric can be measured. */
  readonly unavailableReason: string | undefined;
}

/** Shows a metric's current value and its history. */
export const MetricCard = ({ id, samples, unavailableReason }: MetricCardProps) => {
  const { title, unit, digits, description } = metricKinds[id];
  if (unavailableReason) {
    return (
      <section class="figure missing" aria-label={title}>
        <h3>{title}</h3>
        <p class="quiet">{unavailableReason}</p>
      </section>
    );
  }
  const now = samples.at(-1)?.values[id];
  return (
    <section class="figure" aria-label={title}>
      <h3>{title}</h3>
      <div class="now-and-then">
        <p class="now">
          <b>{now === undefined ? '–' : now.toFixed(digits)}</b> <span class="quiet">{unit}</span>
        </p>
        <MetricPlot
          id={id}
          samples={samples}
          text={`${title}, ${unit}, in the last two minutes: ${describeMetricSeries(samples, id, digits)}`}
        />
      </div>
      <p class="quiet">{description}</p>
      <MetricTable id={id} samples={samples} />
    </section>
  );
};
