import { useEffect } from 'preact/hooks';
import { createFeatureAvailability } from '../shared/feature-availability.ts';
import { MetricCard } from './metric-card.tsx';
import { metricIds, metricKinds } from './metric-kinds.ts';
import { createRuntimeClockMeter } from './meters/runtime-clock-meter.ts';
import { createHubEventMeter } from './meters/hub-event-meter.ts';
import { createRestLatencyMeter } from './meters/rest-latency-meter.ts';
import { createSceneDataMeter } from './meters/scene-data-meter.ts';
import { createMetricsRecorder } from './metrics-recorder.ts';
import type { OpenPanel } from '../dock-tab.ts';
import type { FeatureAvailability } from '../shared/feature-availability.ts';
import type { MetricsRecorder } from './metrics-recorder.ts';

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
  useEffect(() => {
    const updateRecording = (): void => recorder.start(document.visibilityState === 'visible');
    updateRecording();
    document.addEventListener('visibilitychange', updateRecording);
    return () => {
      document.removeEventListener('visibilitychange', updateRecording);
      recorder.start(false);
    };
  }, [recorder]);
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
