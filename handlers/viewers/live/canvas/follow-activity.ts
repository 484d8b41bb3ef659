import { computed, effect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../session/session.ts';
import type { Activity } from './activity.ts';

/** What there is to follow. */
interface Followed {
  readonly list: ReadonlySignal<readonly { readonly id: string; readonly state: string }[]>;
  readonly openId: ReadonlySignal<string | undefined>;
}

/**
 * Has events tell what runs in the open graph. What they told before, to others or to nobody, is asked for: whenever a graph is opened that
 * runs, and when the connection has come back. @returns what ends that
 */
export const followActivity = (
  { client, hub, returns }: Pick<Session, 'client' | 'hub' | 'returns'>,
  { list, openId }: Followed,
  activity: Activity,
): (() => void) => {
  const runningId = computed(
    () => list.value.find(({ id, state }) => id === openId.value && state === 'running')?.id,
  );
  const endFollowing = effect(() => {
    const graphId = openId.value;
    void returns.value;
    activity.clear();
    const following = hub.value?.subscribe(
      ['node.executing', 'node.done', 'ports.updated', 'graph.stopped'],
      ({ type, data, tick }) => {
        if (data.graphId !== graphId) return;
        if (type === 'node.executing') activity.begin(data.nodeId);
        else if (type === 'node.done') activity.end(data.nodeId);
        else if (type === 'ports.updated') activity.bring(data.ports, tick);
        else activity.clear();
      },
    );
    return () => void following?.then(({ end }) => end()).catch(() => {});
  });
  const endAsking = effect(() => {
    const graphId = runningId.value;
    void returns.value;
    if (graphId === undefined) return;
    client
      .request('POST /api/graphs/{graphId}/ports/sync', { params: { graphId } })
      .then(({ ports, tick }) => {
        if (graphId === openId.peek()) activity.bring(ports, tick);
      })
      // a graph that has stopped since holds no values
      .catch(() => {});
  });
  return () => {
    endFollowing();
    endAsking();
  };
};
