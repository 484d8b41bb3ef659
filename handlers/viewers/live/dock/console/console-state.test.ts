import { expect, it } from 'vitest';
import { createConsoleState } from './console-state.ts';
import type { EventEnvelope } from '../events/event-feed.ts';

it('counts warnings and errors that nobody has seen', () => {
  let emit = (_: EventEnvelope): void => {};
  const state = createConsoleState({
    listen(listener) {
      emit = listener;
      return () => {};
    },
  });
  const log = (severity: string): void => emit({ type: 'console.log', data: { severity } } as never);
  for (const severity of ['log', 'warning', 'error', 'warning']) log(severity);
  emit({ type: 'graph.running', data: {} } as never);
  expect(state.counts.value).toEqual({ log: 1, warning: 2, error: 1 });
  expect(state.unseenCount.value).toBe(3);
  state.markSeen();
  log('error');
  log('log');
  expect(state.unseenCount.value).toBe(1);
  state.clear();
  expect([state.unseenCount.value, state.counts.value.error]).toEqual([0, 0]);
});
