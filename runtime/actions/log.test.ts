import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

describe('log.console', () => {
  it('writes an entry and returns its id', () => {
    const { act, lines } = createActionTestRuntime();
    expect(act('log.console', { message: 'Hello' })).toEqual({ id: 'r1' });
    expect(act('log.console', { message: 'Careful', severity: 'warning' })).toEqual({ id: 'r2' });
    expect(lines).toEqual([
      { message: 'Hello', severity: 'log' },
      { message: 'Careful', severity: 'warning' },
    ]);
  });

  it('can refer to a graph or one of its nodes', () => {
    const { act, lines } = createActionTestRuntime();
    act('log.console', { message: 'Here', context: { graphId: 'g', nodeId: 'n' } });
    expect(lines).toEqual([{ message: 'Here', severity: 'log', graphId: 'g', nodeId: 'n' }]);
  });
});
