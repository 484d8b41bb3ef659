import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Sparkline } from '../components/sparkline.tsx';
import { graphFamilies } from '../dock/events/event-feed.ts';
import { createRuntimeClockMeter } from '../dock/metrics/meters.ts';
import { connectionLabels } from '../session/connection-labels.ts';
import { repeatWhileVisible } from '../session/store-helpers.ts';
import { useLivePage } from './live-page-context.ts';
import type { IconName } from '../components/icon-names.ts';

/** The bar at the bottom: the connection, what runs, what happens, and the button that opens the activity. */
export const StatusBar = () => {
  const { session, graphs, layout } = useLivePage();
  const state = session.state.value;
  const running = graphs.list.value.filter((graph) => graph.state === 'running').length;
  const isDockOpen = layout.isDockOpen.value;
  return (
    <footer class="status-bar">
      <span class="status-item">
        <span class={state === 'connected' ? 'dot live' : 'dot edited'} />
        <span role="status" class="connection-state">
          {connectionLabels[state]}
        </span>
        <span>{new URL(session.address.url).host}</span>
      </span>
      {state === 'connected' && <TickInterval />}
      {graphs.list.value.length > 0 && (
        <span class="status-item">
          <Icon name="workflow" class="small" />
          {running} of {graphs.list.value.length} graphs running
        </span>
      )}
      <span class="grow" />
      <EventCounter />
      <ProblemButton severity="warning" icon="triangle-alert" />
      <ProblemButton severity="error" icon="circle-x" />
      <Button
        icon={isDockOpen ? 'panel-bottom-close' : 'panel-bottom'}
        label="Activity"
        keys="Ctrl+J"
        isPressed={isDockOpen}
        onClick={layout.toggleDock}
      >
        Activity
      </Button>
    </footer>
  );
};

const readIntervalMs = 1_000;

/** How much time passes between two ticks of the runtime. */
const TickInterval = () => {
  const { session } = useLivePage();
  /** The interval of ticks in milliseconds; 0 while time is paused, `undefined` until it was measured. */
  const tickMs = useSignal<number>();
  useEffect(() => {
    const meter = createRuntimeClockMeter(session, () => performance.now());
    const stopMeter = meter.start();
    const read = async (): Promise<void> => {
      const { steps } = await meter.read(1);
      if (meter.stepMs() === undefined) tickMs.value = 0;
      else if (steps) tickMs.value = 1_000 / steps;
    };
    const stopReading = repeatWhileVisible(readIntervalMs, () => void read().catch(() => {}));
    return () => {
      stopReading();
      stopMeter();
    };
  }, [session, tickMs]);
  if (tickMs.value === undefined) return null;
  return (
    <span class="status-item" title="Time between two ticks of the runtime">
      <Icon name="gauge" class="small" />
      {tickMs.value === 0 ? 'time is paused' : `tick ${tickMs.value.toFixed(1)} ms`}
    </span>
  );
};

/** How many events happen per second. Those that the graph shows are counted apart. */
const EventCounter = () => {
  const { byFamily, history } = useLivePage().events.rates.value;
  if (history.length === 0) return <span class="status-item">No events yet</span>;
  const total = history.at(-1) ?? 0;
  const onGraph = graphFamilies.reduce((sum, family) => sum + (byFamily.get(family) ?? 0), 0);
  return (
    <span class="status-item">
      <Sparkline values={history} />
      {total - onGraph} events/s
      {onGraph > 0 && <span>+ {onGraph} on the graph</span>}
    </span>
  );
};

interface ProblemButtonProps {
  readonly severity: 'warning' | 'error';
  readonly icon: IconName;
}

/** The number of warnings or errors. A click shows them in the console. */
const ProblemButton = ({ severity, icon }: ProblemButtonProps) => {
  const { console, layout } = useLivePage();
  const count = console.counts.value[severity];
  if (count === 0) return null;
  const label = `${count} ${severity}${count === 1 ? '' : 's'} on the console`;
  return (
    <Button
      icon={icon}
      label={label}
      class={`problem-count ${severity}`}
      onClick={() => {
        console.shownSeverities.value = new Set([severity]);
        layout.name.value = 'debug';
        layout.showActivity('console');
      }}
    >
      {count}
    </Button>
  );
};
