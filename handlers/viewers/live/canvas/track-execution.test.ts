import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExecutionActivity } from './execution-activity-store.ts';
import { trackExecution } from './track-execution.ts';
import type { ExecutionActivity } from './execution-activity-store.ts';
import type { Gap, SceneClient, SceneHub } from '#spec/client/index.ts';

describe('a tracked graph', () => {
  let emit: (type: string, seq: number) => void;
  let gap: ReturnType<typeof signal<Gap | undefined>>;
  let activity: ExecutionActivity;
  let frames: ((time: number) => void)[];
  const runFrames = (time: number): void => {
    for (const callback of frames.splice(0)) callback(time);
  };

  beforeEach(() => {
    frames = [];
    activity = createExecutionActivity((callback) => frames.push(callback));
    gap = signal<Gap>();
    const hub = {
      subscribe(_: unknown, handler: (event: unknown) => void) {
        emit = (type, seq) => handler({ type, seq, tick: seq, data: { graphId: 'g', nodeId: 'n' } });
        return Promise.resolve({ end: async () => {} });
      },
    } as unknown as SceneHub;
    trackExecution(
      { client: {} as SceneClient, hub: signal(hub), reconnectCount: signal(0), eventGap: gap },
      { list: signal([]), openId: signal('g') },
      activity,
    );
  });

  it('is not highlighted by events that arrive after its run has ended', () => {
    emit('graph.stopped', 9);
    emit('node.executing', 7);
    runFrames(0);
    expect(activity.isHighlighted('n').value).toBe(false);
    emit('node.executing', 12);
    runFrames(10);
    expect(activity.isHighlighted('n').value).toBe(true);
  });

  it('loses its highlights when the end events are missing', () => {
    emit('node.executing', 1);
    runFrames(0);
    gap.value = { reason: 'skipped', from: 2, to: 40 };
    runFrames(500);
    expect(activity.isHighlighted('n').value).toBe(false);
  });
});
