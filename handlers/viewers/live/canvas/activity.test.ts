import { beforeEach, describe, expect, it } from 'vitest';
import { createActivity, type Activity } from './activity.ts';

describe('what runs in a graph', () => {
  let frames: ((time: number) => void)[];
  let activity: Activity;
  const paint = (time: number): void => {
    const due = frames;
    frames = [];
    for (const draw of due) draw(time);
  };
  beforeEach(() => {
    frames = [];
    activity = createActivity((draw) => frames.push(draw));
  });

  it('is shown once a frame, however much happens', () => {
    const value = activity.valueOf('port');
    for (let tick = 1; tick <= 100; tick += 1) activity.bring([{ portId: 'port', value: tick }], tick);
    expect([value.value, frames.length]).toEqual([undefined, 1]);
    paint(0);
    expect([value.value, frames.length]).toEqual([100, 0]);
  });

  it('glows for as long as a node executes, and a moment longer', () => {
    const lit = activity.isLit('node');
    activity.begin('node', 1);
    paint(0);
    activity.end('node', 2);
    paint(100);
    expect(lit.value).toBe(true);
    paint(500);
    expect([lit.value, frames.length]).toEqual([false, 0]);
  });

  it('glows on after an end that was told before the latest beginning, not after one told later that comes first', () => {
    activity.begin('again', 3);
    activity.end('again', 2);
    activity.end('over', 2);
    activity.begin('over', 1);
    paint(0);
    expect([activity.isLit('again').value, activity.isLit('over').value]).toEqual([true, true]);
    paint(500);
    expect([activity.isLit('again').value, activity.isLit('over').value]).toEqual([true, false]);
  });

  it('does not glow for good when the end is lost', () => {
    activity.begin('node', 1);
    paint(0);
    activity.lose();
    paint(500);
    expect([activity.isLit('node').value, frames.length]).toEqual([false, 0]);
  });

  it('keeps the value of the later tick, whichever comes first', () => {
    activity.bring([{ portId: 'port', value: 'late' }], 9);
    activity.bring([{ portId: 'port', value: 'early' }], 7);
    paint(0);
    expect(activity.valueOf('port').value).toBe('late');
  });

  it('is forgotten with the run', () => {
    activity.begin('node', 1);
    activity.bring([{ portId: 'port', value: 1 }], 9);
    paint(0);
    activity.clear();
    paint(10);
    expect([activity.isLit('node').value, activity.valueOf('port').value]).toEqual([false, undefined]);
    // the ticks of another service may begin anew
    activity.bring([{ portId: 'port', value: 2 }], 1);
    paint(20);
    expect(activity.valueOf('port').value).toBe(2);
  });
});
