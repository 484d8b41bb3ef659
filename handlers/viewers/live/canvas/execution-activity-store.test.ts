import { beforeEach, describe, expect, it } from 'vitest';
import { createExecutionActivity, type ExecutionActivity } from './execution-activity-store.ts';

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
