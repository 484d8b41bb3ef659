import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExecutionActivity } from './execution-activity.ts';
import { trackExecution } from './track-execution.ts';
import type { ExecutionActivity } from './execution-activity.ts';
import type { Gap, SceneClient, SceneHub } from '#spec/client/index.ts';

describe('a tracked graph', () => {
  let tell: (type: string, seq: number) => void;
  let gap: ReturnType<typeof signal<Gap | undefined>>;
  let activity: ExecutionActivity;
  let frames: ((time: number) => void)[];
  const paint = (time: number): void => {
    for (const draw of frames.splice(0)) draw(time);
  };

  beforeEach(() => {
    frames = [];
    activity = createExecutionActivity((draw) => frames.push(draw));
    gap = signal<Gap>();
    const hub = {
      subscribe(_: unknown, take: (event: unknown) => void) {
        tell = (type, seq) => take({ type, seq, tick: seq, data: { graphId: 'g', nodeId: 'n' } });
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
    tell('graph.stopped', 9);
    tell('node.executing', 7);
    paint(0);
    expect(activity.isHighlighted('n').value).toBe(false);
    tell('node.executing', 12);
    paint(10);
    expect(activity.isHighlighted('n').value).toBe(true);
  });

  it('loses its highlights when the end events are missing', () => {
    tell('node.executing', 1);
    paint(0);
    gap.value = { reason: 'skipped', from: 2, to: 40 };
    paint(500);
    expect(activity.isHighlighted('n').value).toBe(false);
  });
});
