import { computed, effect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../session/session.ts';
import type { ExecutionActivity } from './execution-activity-store.ts';

/** The list of graphs and the id of the open graph, whose execution is tracked. */
interface TrackedGraphs {
  readonly list: ReadonlySignal<readonly { readonly id: string; readonly state: string }[]>;
  readonly openId: ReadonlySignal<string | undefined>;
}

/** If no event arrives for this many milliseconds, time may be paused, so missing values have to be requested. */
const pollAfterSilenceMs = 150;

/**
 * Updates the open graph's execution activity from events. Values that no event has reported are requested: when a
 * running graph is opened, after a reconnect, and while time is paused.
 * @returns a function that stops tracking
 */
export const trackExecution = (
  { client, hub, reconnectCount, eventGap }: Pick<Session, 'client' | 'hub' | 'reconnectCount' | 'eventGap'>,
  { list, openId }: TrackedGraphs,
  activity: ExecutionActivity,
): (() => void) => {
  const runningId = computed(
    () => list.value.find(({ id, state }) => id === openId.value && state === 'running')?.id,
  );
  /** The tick of the graph's latest event, and the tick of the latest values. */
  let eventTick = 0;
  let valueTick = 0;
  let hasWaited = false;

  const showValues = (ports: Parameters<ExecutionActivity['setPortValues']>[0], tick: number): void => {
    valueTick = Math.max(valueTick, tick);
    activity.setPortValues(ports, tick);
  };
  const stopFollowing = effect(() => {
    const graphId = openId.value;
    void reconnectCount.value;
    activity.clear();
    [eventTick, valueTick] = [0, 0];
    let stoppedAt = -1;
    const following = hub.value?.subscribe(
      ['node.executing', 'node.done', 'ports.updated', 'graph.stopped'],
      ({ type, data, tick, seq }) => {
        // delayed events may arrive after the run has ended
        if (data.graphId !== graphId || seq < stoppedAt) return;
        eventTick = tick;
        hasWaited = false;
        if (type === 'node.executing') activity.startNode(data.nodeId, seq);
        else if (type === 'node.done') activity.endNode(data.nodeId, seq);
        else if (type === 'ports.updated') showValues(data.ports, tick);
        else {
          stoppedAt = seq;
          activity.clear();
        }
      },
    );
    return () => void following?.then(({ end }) => end()).catch(() => {});
  });
  const stopResetting = effect(() => {
    if (eventGap.value) activity.resetExecuting();
  });

  const stopPolling = effect(() => {
    const graphId = runningId.value;
    void reconnectCount.value;
    if (graphId === undefined) return;
    const readValues = (): void =>
      void client
        .request('POST /api/graphs/{graphId}/ports/sync', { params: { graphId } })
        .then(({ ports, tick }) => {
          if (graphId === runningId.peek()) showValues(ports, tick);
        })
        // a graph that has stopped since holds no values
        .catch(() => {});
    readValues();
    const timer = setInterval(() => {
      if (hasWaited && eventTick > valueTick) {
        valueTick = eventTick;
        readValues();
      }
      hasWaited = true;
    }, pollAfterSilenceMs);
    return () => clearInterval(timer);
  });
  return () => {
    stopFollowing();
    stopResetting();
    stopPolling();
  };
};
