/** Tests that the service's messages mention only routes that exist. */
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

/** The guide's example manifest names routes of another implementation. */
const guideWithOtherRoutes = 'spec/guides/implementation.md';

it('every other message names existing routes too', () => {
  const sources = ['spec', 'runtime', 'handlers'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|md)$/.test(name) && !/test/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const checkedSources = sources.filter((file) => file !== guideWithOtherRoutes);
  const calls = checkedSources.flatMap((file) =>
    findMentionedRoutes(readFileSync(new URL(file, root), 'utf8')).map((call) => ({ file, ...call })),
  );
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter((call) => !isExistingRoute(call))).toEqual([]);
});
