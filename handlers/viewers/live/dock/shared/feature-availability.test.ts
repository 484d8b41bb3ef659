import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '../../app/notices.ts';
import { createFeatureAvailability } from './feature-availability.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { ServiceCapabilities } from '../../session/service-capabilities.ts';

const actionsSchema = { categories: [{ name: 'midi', actions: [{ name: 'midi.send' }] }] };

/** A service that serves some routes, once it has said so. */
const createTestService = (...routes: string[]) => {
  const offer = signal<ServiceCapabilities>();
  const client = { request: async () => actionsSchema } as unknown as SceneClient;
  const offered = createFeatureAvailability({ client, capabilities: offer }, createNotices());
  const tell = (): void => {
    offer.value = { hasRoute: (route: string) => routes.includes(route) } as ServiceCapabilities;
  };
  return { offered, tell };
};

it('offers nothing until the service has said what it has', async () => {
  const { offered, tell } = createTestService('GET /api/actions/schema');
  expect(offered.getUnavailableReason('midi.send')).toBe('The service has not said yet what it has.');
  tell();
  await expect.poll(() => offered.getUnavailableReason('midi.send')).toBeUndefined();
});

it('names the action or the route that the service does not have', async () => {
  const { offered, tell } = createTestService('GET /api/actions/schema', 'GET /api/health');
  tell();
  await expect.poll(() => offered.getUnavailableReason('midi.panic')).toBe('This service has no midi.panic.');
  expect(offered.getUnavailableReason('POST /api/input')).toBe('This service has no POST /api/input.');
  expect(offered.getUnavailableReason('GET /api/health')).toBeUndefined();
});

it('offers no action of a service that does not tell of its actions', () => {
  const { offered, tell } = createTestService('POST /api/input');
  tell();
  expect(offered.getUnavailableReason('midi.send')).toBe('This service has no midi.send.');
  expect(offered.getUnavailableReason('POST /api/input')).toBeUndefined();
});
