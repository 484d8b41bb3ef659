import { useEffect, useState } from 'preact/hooks';
import { createFeatureAvailability, type FeatureAvailability } from '../../session/feature-availability.ts';
import { type MetricId, metricIds, metricKinds } from './metric-kinds.ts';
import {
  createHubEventMeter,
  createRestLatencyMeter,
  createRuntimeClockMeter,
  createSceneDataMeter,
} from './meters.ts';
import {
  createMetricsRecorder,
  describeMetricSeries,
  type MetricsRecorder,
  type MetricsSample,
} from './metrics-recorder.ts';
import { MetricPlot } from './metric-plot.tsx';
import { watchPageVisibility } from '../../session/store-helpers.ts';
import type { OpenPanel } from '../../app/live-page-context.ts';

const getNow = (): number => performance.timeOrigin + performance.now();

const scheduleTimer = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Creates the metrics panel. Metrics are measured only while the panel is visible. */
export const openMetricsPanel: OpenPanel = ({ session, notices }) => {
  const clock = createRuntimeClockMeter(session, getNow);
  const meters = [
    createHubEventMeter({ session, notices, now: getNow, stepMs: clock.stepMs }),
    clock,
    createRestLatencyMeter(session, getNow),
    createSceneDataMeter(),
  ];
  const recorder = createMetricsRecorder(meters, { now: getNow, after: scheduleTimer });
  const availability = createFeatureAvailability(session, notices);
  return () => <MetricsPanel recorder={recorder} availability={availability} />;
};

interface MetricsPanelProps {
  readonly recorder: MetricsRecorder;
  readonly availability: FeatureAvailability;
}

const MetricsPanel = ({ recorder, availability }: MetricsPanelProps) => {
  useEffect(() => watchPageVisibility(recorder.setVisible), [recorder]);
  return (
    <>
      {metricIds.map((id) => {
        const { requirement } = metricKinds[id];
        return (
          <MetricCard
            key={id}
            id={id}
            samples={recorder.samples.value}
            unavailableReason={requirement && availability.getUnavailableReason(requirement)}
          />
        );
      })}
    </>
  );
};

interface MetricCardProps {
  readonly id: MetricId;
  readonly samples: readonly MetricsSample[];
  /** The reason why the metric can't be measured, or `undefined` if the metric can be measured. */
  readonly unavailableReason: string | undefined;
}

const MetricCard = ({ id, samples, unavailableReason }: MetricCardProps) => {
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

interface MetricTableProps {
  readonly id: MetricId;
  readonly samples: readonly MetricsSample[];
}

/** A table of a metric's values, latest first. The table is rendered only after the user has opened it. */
const MetricTable = ({ id, samples }: MetricTableProps) => {
  const [isOpen, open] = useState(false);
  const { title, unit, digits } = metricKinds[id];
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>In numbers</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <section class="numbers" aria-label={`${title} in numbers`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">{unit}</th>
              </tr>
            </thead>
            <tbody>
              {samples.toReversed().map(({ at, values }) => (
                <tr key={at}>
                  <td>{new Date(at * 1_000).toLocaleTimeString()}</td>
                  <td>{values[id]?.toFixed(digits) ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
};
