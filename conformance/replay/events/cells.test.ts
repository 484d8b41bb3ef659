import { describe, expect, it } from 'vitest';
import { eventCellsIn, triggersIn } from './cells.ts';
import type { AuditOutcome } from '../../engine/outcome.ts';
import type { EventCell } from './cells.ts';

const observing = (...cells: readonly EventCell[]): AuditOutcome => ({
  audit: 'events/any',
  requirements: [],
  status: 'PASS',
  observations: { other: 7, ...Object.fromEntries(cells.map((cell, index) => [`${index}`, cell])) },
  exchanges: [],
  ms: 1,
});

const cell = (kind: string, column: EventCell['column'], state: EventCell['state']): EventCell => ({
  kind,
  column,
  state,
});

const stateOf = (cells: readonly EventCell[], kind: string, column: string) =>
  cells.find((one) => one.kind === kind && one.column === column)?.state;

describe('the cells of the event catalog', () => {
  it('are those that audits tell of, and what they leave out is missing', () => {
    const cells = eventCellsIn([
      observing(cell('node.done', 'by name', 'asserted')),
      observing(cell('node.done', '*', 'observed'), cell('midi.input', 'payload', 'unreachable')),
    ]);
    expect(stateOf(cells, 'node.done', 'by name')).toBe('asserted');
    expect(stateOf(cells, 'node.done', '*')).toBe('observed');
    expect(stateOf(cells, 'midi.input', 'payload')).toBe('unreachable');
    expect(cells.find(({ kind, column }) => kind === 'midi.input' && column === 'by name')).toEqual({
      kind: 'midi.input',
      column: 'by name',
      state: 'missing',
      reason: 'not tried in this run',
    });
  });

  it('are none where nobody tells of any', () => {
    expect(eventCellsIn([observing()])).toEqual([]);
  });

  it('of filters are there only for kinds that filters narrow', () => {
    const cells = eventCellsIn([
      observing(cell('tween.completed', 'filter', 'asserted'), cell('node.done', 'by name', 'asserted')),
    ]);
    expect(stateOf(cells, 'tween.completed', 'filter')).toBe('asserted');
    expect(stateOf(cells, 'node.done', 'filter')).toBeUndefined();
  });

  it('that two audits tell of differently show what went wrong, and else the judgement', () => {
    const told = (...states: readonly EventCell['state'][]) =>
      stateOf(
        eventCellsIn(states.map((state) => observing(cell('node.done', 'by name', state)))),
        'node.done',
        'by name',
      );
    expect(told('asserted', 'missing')).toBe('missing');
    expect(told('unreachable', 'asserted')).toBe('asserted');
  });

  it('tell what sets each kind off', () => {
    const cells = eventCellsIn([
      observing({ ...cell('node.done', '*', 'observed'), trigger: 'a graph runs' }),
    ]);
    expect(triggersIn(cells)).toEqual([{ kind: 'node.done', trigger: 'a graph runs' }]);
  });
});
