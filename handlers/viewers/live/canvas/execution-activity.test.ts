import { beforeEach, describe, expect, it } from 'vitest';
import { createExecutionActivity, type ExecutionActivity } from './execution-activity.ts';

describe('what runs in a graph', () => {
  let frames: ((time: number) => void)[];
  let activity: ExecutionActivity;
  const paint = (time: number): void => {
    const due = frames;
    frames = [];
    for (const draw of due) draw(time);
  };
  beforeEach(() => {
    frames = [];
    activity = createExecutionActivity((draw) => frames.push(draw));
  });

  it('is shown once a frame, however much happens', () => {
    const value = activity.getPortValue('port');
    for (let tick = 1; tick <= 100; tick += 1)
      activity.setPortValues([{ portId: 'port', value: tick }], tick);
    expect([value.value, frames.length]).toEqual([undefined, 1]);
    paint(0);
    expect([value.value, frames.length]).toEqual([100, 0]);
  });

  it('glows for as long as a node executes, and a moment longer', () => {
    const lit = activity.isHighlighted('node');
    activity.startNode('node', 1);
    paint(0);
    activity.endNode('node', 2);
    paint(100);
    expect(lit.value).toBe(true);
    paint(500);
    expect([lit.value, frames.length]).toEqual([false, 0]);
  });

  it('glows on after an end that was told before the latest beginning, not after one told later that comes first', () => {
    activity.startNode('again', 3);
    activity.endNode('again', 2);
    activity.endNode('over', 2);
    activity.startNode('over', 1);
    paint(0);
    expect([activity.isHighlighted('again').value, activity.isHighlighted('over').value]).toEqual([
      true,
      true,
    ]);
    paint(500);
    expect([activity.isHighlighted('again').value, activity.isHighlighted('over').value]).toEqual([
      true,
      false,
    ]);
  });

  it('does not glow for good when the end is lost', () => {
    activity.startNode('node', 1);
    paint(0);
    activity.resetExecuting();
    paint(500);
    expect([activity.isHighlighted('node').value, frames.length]).toEqual([false, 0]);
  });

  it('keeps the value of the later tick, whichever comes first', () => {
    activity.setPortValues([{ portId: 'port', value: 'late' }], 9);
    activity.setPortValues([{ portId: 'port', value: 'early' }], 7);
    paint(0);
    expect(activity.getPortValue('port').value).toBe('late');
  });

  it('is forgotten with the run', () => {
    activity.startNode('node', 1);
    activity.setPortValues([{ portId: 'port', value: 1 }], 9);
    paint(0);
    activity.clear();
    paint(10);
    expect([activity.isHighlighted('node').value, activity.getPortValue('port').value]).toEqual([
      false,
      undefined,
    ]);
    // the ticks of another service may begin anew
    activity.setPortValues([{ portId: 'port', value: 2 }], 1);
    paint(20);
    expect(activity.getPortValue('port').value).toBe(2);
  });
});
