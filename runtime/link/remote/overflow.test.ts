import { expect, test } from 'vitest';
import { readParams, readResults } from './read-commands.ts';
import { readEvents } from './told-events.ts';

/** As MessagePack brings it, and JSON by `1e400`. */
const infinite = Number.POSITIVE_INFINITY;

test('a result with a number that is not finite is refused, and one without is taken', () => {
  const read = readResults()['action.run'];
  const stamp = { tick: 1, seq: 1 };
  expect(read({ ...stamp, result: { places: [{ x: 1e300 }] } }).error).toBeUndefined();
  for (const x of [infinite, -infinite, Number.NaN])
    expect(read({ ...stamp, result: { places: [{ x }] } }).error?.issues[0]?.message).toBe(
      'expected finite numbers',
    );
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
