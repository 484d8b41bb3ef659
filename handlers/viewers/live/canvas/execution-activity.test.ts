import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExecutionActivity, type ExecutionActivity, trackExecution } from './execution-activity.ts';
import type { Gap, SceneClient, SceneHub } from '#spec/client/index.ts';

describe('the execution activity of a graph', () => {
  let frames: ((time: number) => void)[];
  let activity: ExecutionActivity;
  const runFrames = (time: number): void => {
    const callbacks = frames;
    frames = [];
    for (const callback of callbacks) callback(time);
  };
  beforeEach(() => {
    frames = [];
    activity = createExecutionActivity((callback) => frames.push(callback));
  });

  it('updates once per frame, however many events arrive', () => {
    const value = activity.getPortValue('port');
    for (let tick = 1; tick <= 100; tick += 1)
      activity.setPortValues([{ portId: 'port', value: tick }], tick);
    expect([value.value, frames.length]).toEqual([undefined, 1]);
    runFrames(0);
    expect([value.value, frames.length]).toEqual([100, 0]);
  });

  it('highlights a node while it executes, and for a moment after', () => {
    const isHighlighted = activity.isHighlighted('node');
    activity.startNode('node', 1);
    runFrames(0);
    activity.endNode('node', 2);
    runFrames(100);
    expect(isHighlighted.value).toBe(true);
    runFrames(500);
    expect([isHighlighted.value, frames.length]).toEqual([false, 0]);
  });

  it('keeps the highlight after an end that precedes the latest start, but not after a later end that arrives first', () => {
    activity.startNode('again', 3);
    activity.endNode('again', 2);
    activity.endNode('over', 2);
    activity.startNode('over', 1);
    runFrames(0);
    expect([activity.isHighlighted('again').value, activity.isHighlighted('over').value]).toEqual([
      true,
      true,
    ]);
    runFrames(500);
    expect([activity.isHighlighted('again').value, activity.isHighlighted('over').value]).toEqual([
      true,
      false,
    ]);
  });

  it('does not highlight forever when the end event is lost', () => {
    activity.startNode('node', 1);
    runFrames(0);
    activity.resetExecuting();
    runFrames(500);
    expect([activity.isHighlighted('node').value, frames.length]).toEqual([false, 0]);
  });

  it('keeps the value of the later tick in either order of arrival', () => {
    activity.setPortValues([{ portId: 'port', value: 'late' }], 9);
    activity.setPortValues([{ portId: 'port', value: 'early' }], 7);
    runFrames(0);
    expect(activity.getPortValue('port').value).toBe('late');
  });

  it('is cleared with the run', () => {
    activity.startNode('node', 1);
    activity.setPortValues([{ portId: 'port', value: 1 }], 9);
    runFrames(0);
    activity.clear();
    runFrames(10);
    expect([activity.isHighlighted('node').value, activity.getPortValue('port').value]).toEqual([
      false,
      undefined,
    ]);
    // a restarted service may count ticks from 0 again
    activity.setPortValues([{ portId: 'port', value: 2 }], 1);
    runFrames(20);
    expect(activity.getPortValue('port').value).toBe(2);
  });
});

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
