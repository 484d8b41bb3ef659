import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '../../app/notices.ts';
import { createOffered } from './offered.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { Offer } from '../../session/offer.ts';

const schema = { categories: [{ name: 'midi', actions: [{ name: 'midi.send' }] }] };

/** A service that serves some routes, once it has said so. */
const createServed = (...routes: string[]) => {
  const offer = signal<Offer>();
  const client = { request: async () => schema } as unknown as SceneClient;
  const offered = createOffered({ client, offer }, createNotices());
  const tell = (): void => {
    offer.value = { has: (route: string) => routes.includes(route) } as Offer;
  };
  return { offered, tell };
};

it('offers nothing until the service has said what it has', async () => {
  const { offered, tell } = createServed('GET /api/actions/schema');
  expect(offered.lacks('midi.send')).toBe('The service has not said yet what it has.');
  tell();
  await expect.poll(() => offered.lacks('midi.send')).toBeUndefined();
});

it('names the action or the route that the service does not have', async () => {
  const { offered, tell } = createServed('GET /api/actions/schema', 'GET /api/health');
  tell();
  await expect.poll(() => offered.lacks('midi.panic')).toBe('This service has no midi.panic.');
  expect(offered.lacks('POST /api/input')).toBe('This service has no POST /api/input.');
  expect(offered.lacks('GET /api/health')).toBeUndefined();
});

it('offers no action of a service that does not tell of its actions', () => {
  const { offered, tell } = createServed('POST /api/input');
  tell();
  expect(offered.lacks('midi.send')).toBe('This service has no midi.send.');
  expect(offered.lacks('POST /api/input')).toBeUndefined();
});
