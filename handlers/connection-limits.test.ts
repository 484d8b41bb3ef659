import { expect, it } from 'vitest';
import { getConnectionLimits } from './network-server.ts';

it('leaves room for files beside the connections of all listeners', () => {
  for (const openFiles of [256, 1_024, 20_000]) {
    const { loopback, lan } = getConnectionLimits(2_000, openFiles);
    expect(loopback).toBeGreaterThanOrEqual(openFiles / 4);
    expect(openFiles - loopback - lan).toBeGreaterThanOrEqual(openFiles / 4);
  }
  expect(getConnectionLimits(2_000, Number.POSITIVE_INFINITY)).toEqual({ loopback: 10_000, lan: 10_000 });
  expect(getConnectionLimits(20_000, Number.POSITIVE_INFINITY).loopback).toBe(40_000);
});

it('reads how many files this process may open', () => {
  expect(getConnectionLimits(2_000).loopback).toBeGreaterThan(0);
});
