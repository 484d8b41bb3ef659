import { expect, test } from 'vitest';
import { commandParamReaders, findResultError, validateEvents } from './validate-messages.ts';

/** MessagePack can encode infinity, and in JSON `1e400` is parsed as infinity. */
const infiniteNumbers = Number.POSITIVE_INFINITY;

test('rejects a result with a non-finite number, and accepts one without', () => {
  const findProblem = (x: number) =>
    findResultError(
      'action.run',
      { action: 'test.places', parameters: {} },
      { tick: 1, seq: 1, result: { places: [{ x }] } },
    );
  expect(findProblem(1e300)).toBeUndefined();
  for (const x of [infiniteNumbers, -infiniteNumbers, Number.NaN])
    expect(findProblem(x)).toBe('it has a number that is not finite');
});

test('rejects such parameters before they are sent to a runtime', () => {
  const params = { action: 'log.console', parameters: { message: [infiniteNumbers] } };
  expect(commandParamReaders()['action.run'](params).error).toBeDefined();
});

test('drops such an event and reports why', () => {
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
