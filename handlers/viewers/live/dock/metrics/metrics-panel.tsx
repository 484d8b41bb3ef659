import { signal, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Sparkline } from '../../components/sparkline.tsx';
import { createFeatureAvailability, type FeatureAvailability } from '../../session/feature-availability.ts';
import { mainMetricIds, type MetricId, metricIds, metricKinds } from './metric-kinds.ts';
import {
  createActionTimeMeter,
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
import { toggleMember, watchPageVisibility } from '../../session/store-helpers.ts';
import type { OpenPanel } from '../../app/live-page-context.ts';

const getNow = (): number => performance.timeOrigin + performance.now();

const scheduleTimer = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Creates the metrics panel. Metrics are measured only while the panel is visible. */
export const openMetricsPanel: OpenPanel = ({ session, notices, events }) => {
  const actions = createActionTimeMeter(getNow);
  const clock = createRuntimeClockMeter(session, getNow, actions.add);
  const meters = [
    createHubEventMeter({ feed: events, session, now: getNow, stepMs: clock.stepMs }),
    clock,
    actions,
    createRestLatencyMeter(session, getNow),
    createSceneDataMeter(),
  ];
  const recorder = createMetricsRecorder(meters, { now: getNow, after: scheduleTimer });
  const availability = createFeatureAvailability(session, notices);
  const openIds = signal<ReadonlySet<MetricId>>(new Set());
  const getUnit = (id: MetricId): string => {
    const stepMs = clock.stepMs();
    return id === 'tick' && stepMs !== undefined ? `ms of ${stepMs.toFixed(1)}` : metricKinds[id].unit;
  };
  return () => <MetricsPanel {...{ recorder, availability, openIds, getUnit }} />;
};

interface MetricsPanelProps {
  readonly recorder: MetricsRecorder;
  readonly availability: FeatureAvailability;
  /** The metrics whose charts are open. */
  readonly openIds: Signal<ReadonlySet<MetricId>>;
  getUnit(id: MetricId): string;
}

const MetricsPanel = ({ recorder, availability, openIds, getUnit }: MetricsPanelProps) => {
  useEffect(() => watchPageVisibility(recorder.setVisible), [recorder]);
  const samples = recorder.samples.value;
  const renderCard = (id: MetricId) => {
    const { requirement } = metricKinds[id];
    return (
      <MetricCard
        key={id}
        id={id}
        unit={getUnit(id)}
        samples={samples}
        isOpen={openIds.value.has(id)}
        onToggle={() => toggleMember(openIds, id)}
        unavailableReason={requirement && availability.getUnavailableReason(requirement)}
      />
    );
  };
  return (
    <div class="metrics">
      <div class="metric-grid">{mainMetricIds.map(renderCard)}</div>
      <div class="metric-grid minor">
        {metricIds.filter((id) => !mainMetricIds.includes(id)).map(renderCard)}
      </div>
    </div>
  );
};

interface MetricCardProps {
  readonly id: MetricId;
  readonly unit: string;
  readonly samples: readonly MetricsSample[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The reason why the metric can't be measured, or `undefined` if the metric can be measured. */
  readonly unavailableReason: string | undefined;
}

/** The number of samples that a sparkline shows. */
const sparklineSeconds = 40;

/** A metric's value with a sparkline. A click opens the chart. */
const MetricCard = ({ id, unit, samples, isOpen, onToggle, unavailableReason }: MetricCardProps) => {
  const { title, digits, description } = metricKinds[id];
  if (unavailableReason) {
    return (
      <section class="metric missing" aria-label={title}>
        <h2>{title}</h2>
        <p class="quiet">{unavailableReason}</p>
      </section>
    );
  }
  const now = samples.at(-1)?.values[id];
  return (
    <section class={isOpen ? `metric ${id} open` : `metric ${id}`} aria-label={title}>
      <button
        type="button"
        class="metric-card"
        aria-expanded={isOpen}
        title={`${description} Click for the chart.`}
        onClick={onToggle}
      >
        <span class="metric-title">{title}</span>
        <span class="now">
          <b class="number">{now === undefined ? '–' : now.toFixed(digits)}</b>{' '}
          <span class="quiet">{unit}</span>
        </span>
        {!isOpen && (
          <Sparkline values={samples.slice(-sparklineSeconds).map(({ values }) => values[id])} isFilled />
        )}
      </button>
      {isOpen && (
        <div class="metric-chart">
          <MetricPlot
            id={id}
            samples={samples}
            text={`${title}, ${metricKinds[id].unit}, in the last two minutes: ${describeMetricSeries(samples, id, digits)}`}
          />
          <p class="quiet">{description}</p>
          <MetricTable id={id} samples={samples} />
        </div>
      )}
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
