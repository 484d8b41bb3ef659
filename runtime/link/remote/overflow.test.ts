import { expect, test } from 'vitest';
import { faultInResult, readParams } from './read-commands.ts';
import { readEvents } from './told-events.ts';

/** As MessagePack brings it, and JSON by `1e400`. */
const infinite = Number.POSITIVE_INFINITY;

test('a result with a number that is not finite is refused, and one without is taken', () => {
  const problemOf = (x: number) =>
    faultInResult(
      'action.run',
      { action: 'test.places', parameters: {} },
      { tick: 1, seq: 1, result: { places: [{ x }] } },
    );
  expect(problemOf(1e300)).toBeUndefined();
  for (const x of [infinite, -infinite, Number.NaN])
    expect(problemOf(x)).toBe('it has a number that is not finite');
});

test('so are params on their way to a runtime', () => {
  const params = { action: 'log.console', parameters: { message: [infinite] } };
  expect(readParams()['action.run'](params).error).toBeDefined();
});

test('an event with one is left out, and the reason says why', () => {
  const data = {
    id: 'v',
    name: 'v',
    type: 'Generic',
    value: { a: infinite },
    previous: null,
    scope: 'global',
  };
  const { events, leftOut } = readEvents([{ type: 'variable.changed', tick: 1, time: 0, data }]);
  expect(events).toEqual([]);
  expect(leftOut.get('variable.changed')).toBe('it has a number that is not finite');
});
