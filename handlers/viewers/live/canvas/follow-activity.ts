import { effect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../session/session.ts';
import type { Activity } from './activity.ts';

/** Has the events of one graph tell what runs in it. @returns what ends that */
export const followActivity = (
  { hub, returns }: Pick<Session, 'hub' | 'returns'>,
  openId: ReadonlySignal<string | undefined>,
  activity: Activity,
): (() => void) =>
  effect(() => {
    const graphId = openId.value;
    void returns.value;
    activity.clear();
    const following = hub.value?.subscribe(
      ['node.executing', 'node.done', 'ports.updated', 'graph.running', 'graph.stopped'],
      ({ type, data }) => {
        if (data.graphId !== graphId) return;
        if (type === 'node.executing') activity.begin(data.nodeId);
        else if (type === 'node.done') activity.end(data.nodeId);
        else if (type === 'ports.updated') activity.bring(data.ports);
        else activity.clear();
      },
    );
    return () => void following?.then(({ end }) => end()).catch(() => {});
  });
