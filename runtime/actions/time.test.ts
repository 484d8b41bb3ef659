import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

describe('time', () => {
  it('is read, scaled, paused and resumed', () => {
    const { act, advance } = createActionTestRuntime();
    advance(3);
    expect(act('time.get')).toEqual({ tick: 3, time: 3 / 60, scale: 1, paused: false, fixedStep: 1 / 60 });
    expect(act('time.setScale', { scale: 0.5 })).toEqual({ previous: 1 });
    expect(act('time.pause')).toEqual({ tick: 3 });
    expect(act('time.get')).toMatchObject({ scale: 0.5, paused: true });
    expect(act('time.resume')).toEqual({ tick: 3 });
    expect(act('time.get')).toMatchObject({ paused: false });
  });

  it('is stepped while paused: objects move by exactly that many ticks', () => {
    const { act, events } = createActionTestRuntime();
    act('tween.position', { object: 'main-camera', position: 0, time: 0.5 });
    act('time.pause');
    expect(act('time.step', { ticks: 29 })).toEqual({ tick: 29 });
    expect(events).toEqual([]);
    expect(act('time.step')).toEqual({ tick: 30 });
    expect(events).toMatchObject([{ type: 'tween.completed' }]);
  });

  it('cannot be stepped while it runs', () => {
    const { act, failure } = createActionTestRuntime();
    const { code, reason } = failure('time.step');
    expect(code).toBe('ACTION_FAILED');
    expect(reason).toContain('time.pause');
    expect(act('time.get')).toMatchObject({ tick: 0 });
  });

  it.each([-1, 101])('rejects the scale %d', (scale) => {
    expect(createActionTestRuntime().failure('time.setScale', { scale }).code).toBe('INVALID_PARAMETERS');
  });
});
