/** Messages of the service refer only to routes that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errors } from '#spec/errors.ts';
import { findMentionedRoutes, isExistingRoute } from './testing-route-mentions.ts';

const root = new URL('..', import.meta.url);

describe('the error catalog', () => {
  it.each(Object.entries(errors))('names existing routes, for %s', (_, { resolution }) => {
    const calls = findMentionedRoutes(resolution);
    expect(calls).not.toEqual([]);
    expect(calls.filter((call) => !isExistingRoute(call))).toEqual([]);
  });
});

it('every other message names existing routes too', () => {
  const sources = ['spec', 'runtime', 'handlers'].flatMap((capacity) =>
    readdirSync(new URL(capacity, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|md)$/.test(name) && !/test/.test(name))
      .map((name) => `${capacity}/${name}`),
  );
  const calls = sources.flatMap((file) =>
    findMentionedRoutes(readFileSync(new URL(file, root), 'utf8')).map((call) => ({ file, ...call })),
  );
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter((call) => !isExistingRoute(call))).toEqual([]);
});
