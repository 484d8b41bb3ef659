import { expect, test } from 'vitest';
import { hub } from '#spec/hub.ts';
import { createFakeHub, invokeHubMethod } from './testing-hub.ts';
import type { HubMethod } from '#spec/hub.ts';

/** Valid arguments for each method, in order. */
const validArguments: Readonly<Record<HubMethod, readonly unknown[]>> = {
  Subscribe: [['*']],
  SubscribeFiltered: [['*'], [], [], []],
  Unsubscribe: [['*']],
  Resume: ['s1', 0],
  SetRate: [20],
  SendAction: [{ Action: 'time.get' }],
  SendActionBatch: [[{ Action: 'time.get' }], false, 'b1'],
};

/** Each argument of each method, with whether the contract accepts null for it. */
const nullableArguments = (Object.keys(validArguments) as HubMethod[]).flatMap((method) =>
  Object.entries(hub[method].args.shape).map(([name, schema], index) => ({
    method,
    name,
    index,
    isOptional: schema.safeParse(undefined).success,
    takesNull: schema.safeParse(null).success,
  })),
);

const getInvocationError = async (method: HubMethod, args: readonly unknown[]): Promise<unknown> =>
  (await invokeHubMethod(createFakeHub().connectWithHandshake(), method, ...args)).error;

test.each(nullableArguments)('$method accepts null for $name only if the contract does', async (argument) => {
  const { method, name, index, takesNull } = argument;
  expect(await getInvocationError(method, validArguments[method])).toBeUndefined();
  const error = await getInvocationError(method, validArguments[method].with(index, null));
  if (takesNull) expect(error).toBeUndefined();
  else expect(error).toMatch(new RegExp(`^INVALID_REQUEST: ${name}: .*null`));
});

test.each(nullableArguments)(
  '$method can be called without $name only if it is optional',
  async (argument) => {
    const { method, name, index, isOptional } = argument;
    const error = await getInvocationError(method, validArguments[method].slice(0, index));
    if (isOptional) expect(error).toBeUndefined();
    else expect(error).toMatch(new RegExp(`^INVALID_REQUEST: ${name}: .*received nothing`));
  },
);

test.each(Object.entries(validArguments))(
  '%s with one argument too many is rejected',
  async (method, args) => {
    expect(await getInvocationError(method as HubMethod, [...args, null])).toMatch(
      /^INVALID_REQUEST: .*at most/,
    );
  },
);
