import { describe, expect, it } from 'vitest';
import { collectEventCells, listTriggers } from './event-coverage.ts';
import type { AuditOutcome } from '../../runner/audit-outcome.ts';
import type { EventCell } from './event-coverage.ts';

const createOutcome = (...cells: readonly EventCell[]): AuditOutcome => ({
  audit: 'events/any',
  requirements: [],
  status: 'PASS',
  observations: { other: 7, ...Object.fromEntries(cells.map((cell, index) => [`${index}`, cell])) },
  exchanges: [],
  ms: 1,
});

const createCell = (kind: string, column: EventCell['column'], state: EventCell['state']): EventCell => ({
  kind,
  column,
  state,
});

const findState = (cells: readonly EventCell[], kind: string, column: string) =>
  cells.find((one) => one.kind === kind && one.column === column)?.state;

describe('the cells of the event catalog', () => {
  it('are those that audits report; what they leave out is missing', () => {
    const cells = collectEventCells([
      createOutcome(createCell('node.done', 'by name', 'asserted')),
      createOutcome(
        createCell('node.done', '*', 'observed'),
        createCell('midi.input', 'payload', 'unreachable'),
      ),
    ]);
    expect(findState(cells, 'node.done', 'by name')).toBe('asserted');
    expect(findState(cells, 'node.done', '*')).toBe('observed');
    expect(findState(cells, 'midi.input', 'payload')).toBe('unreachable');
    expect(cells.find(({ kind, column }) => kind === 'midi.input' && column === 'by name')).toEqual({
      kind: 'midi.input',
      column: 'by name',
      state: 'missing',
      reason: 'not tried in this run',
    });
  });

  it('are empty if no audit reports any', () => {
    expect(collectEventCells([createOutcome()])).toEqual([]);
  });

  it('include filters only for kinds that filters narrow', () => {
    const cells = collectEventCells([
      createOutcome(
        createCell('tween.completed', 'filter', 'asserted'),
        createCell('node.done', 'by name', 'asserted'),
      ),
    ]);
    expect(findState(cells, 'tween.completed', 'filter')).toBe('asserted');
    expect(findState(cells, 'node.done', 'filter')).toBeUndefined();
  });

  it('show the failure if two audits disagree, and otherwise the assertion', () => {
    const getState = (...states: readonly EventCell['state'][]) =>
      findState(
        collectEventCells(states.map((state) => createOutcome(createCell('node.done', 'by name', state)))),
        'node.done',
        'by name',
      );
    expect(getState('asserted', 'missing')).toBe('missing');
    expect(getState('unreachable', 'asserted')).toBe('asserted');
  });

  it('name what triggers each kind', () => {
    const cells = collectEventCells([
      createOutcome({ ...createCell('node.done', '*', 'observed'), trigger: 'a graph runs' }),
    ]);
    expect(listTriggers(cells)).toEqual([{ kind: 'node.done', trigger: 'a graph runs' }]);
  });
});
