import { beforeEach, describe, expect, it } from 'vitest';
import { createAuthRateLimiter } from './security.ts';

let time: number;
let rateLimiter: ReturnType<typeof createAuthRateLimiter>;

beforeEach(() => {
  time = 0;
  rateLimiter = createAuthRateLimiter(() => time);
});

const countFailures = (address: string, times: number): number[] =>
  Array.from({ length: times }, () => rateLimiter.countRemoteFailure(address));

describe('wrong tokens from other machines', () => {
  it('are checked ten times a minute', () => {
    expect(countFailures('10.0.0.1', 9).some((wait) => wait > 0)).toBe(false);
    expect(rateLimiter.getWaitSeconds('10.0.0.1')).toBe(0);
    countFailures('10.0.0.1', 1);
    expect([rateLimiter.getWaitSeconds('10.0.0.1'), rateLimiter.getWaitSeconds('10.0.0.2')]).toEqual([60, 0]);
    time = 59_001;
    expect(rateLimiter.getWaitSeconds('10.0.0.1')).toBe(1);
    time = 60_000;
    expect(rateLimiter.getWaitSeconds('10.0.0.1')).toBe(0);
  });

  it('are checked a hundred times a minute in total, except from trusted addresses', () => {
    rateLimiter.trustAddress('10.0.1.1');
    for (let host = 0; host < 100; host += 1) {
      expect(rateLimiter.getWaitSeconds('10.0.2.2')).toBe(0);
      countFailures(`10.0.0.${host}`, 1);
    }
    expect([
      rateLimiter.getWaitSeconds('10.0.2.2'),
      rateLimiter.getWaitSeconds('10.0.0.5'),
      rateLimiter.getWaitSeconds('10.0.1.1'),
    ]).toEqual([60, 60, 0]);
    rateLimiter.resetTrust();
    expect(rateLimiter.getWaitSeconds('10.0.1.1')).toBe(60);
    time = 60_000;
    expect(rateLimiter.getWaitSeconds('10.0.2.2')).toBe(0);
  });

  it('from a trusted address lock out only that address', () => {
    rateLimiter.trustAddress('10.0.0.1');
    countFailures('10.0.0.1', 10);
    expect([rateLimiter.getWaitSeconds('10.0.0.1'), rateLimiter.getWaitSeconds('10.0.0.2')]).toEqual([60, 0]);
  });

  it('from this machine do not count for other machines', () => {
    for (let time = 0; time < 200; time += 1) rateLimiter.countFailure('127.0.0.1');
    expect(rateLimiter.getWaitSeconds('10.0.0.1')).toBe(0);
  });
});
