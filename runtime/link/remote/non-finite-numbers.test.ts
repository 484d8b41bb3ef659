import { expect, test } from 'vitest';
import { findResultError, commandParamReaders } from './validate-commands.ts';
import { validateEvents } from './validate-events.ts';

/** As MessagePack brings it, and JSON by `1e400`. */
const infiniteNumbers = Number.POSITIVE_INFINITY;

test('a result with a number that is not finite is refused, and one without is taken', () => {
  const problemOf = (x: number) =>
    findResultError(
      'action.run',
      { action: 'test.places', parameters: {} },
      { tick: 1, seq: 1, result: { places: [{ x }] } },
    );
  expect(problemOf(1e300)).toBeUndefined();
  for (const x of [infiniteNumbers, -infiniteNumbers, Number.NaN])
    expect(problemOf(x)).toBe('it has a number that is not finite');
});

test('so are params on their way to a runtime', () => {
  const params = { action: 'log.console', parameters: { message: [infiniteNumbers] } };
  expect(commandParamReaders()['action.run'](params).error).toBeDefined();
});

test('an event with one is left out, and the reason says why', () => {
  const data = {
    id: 'v',
    name: 'v',
    type: 'Generic',
    value: { a: infiniteNumbers },
    previous: null,
    scope: 'global',
  };
  const { events, rejected } = validateEvents([{ type: 'variable.changed', tick: 1, time: 0, data }]);
  expect(events).toEqual([]);
  expect(rejected.get('variable.changed')).toBe('it has a number that is not finite');
});
