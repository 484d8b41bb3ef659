import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '../../app/notices.ts';
import { createFeatureAvailability } from './feature-availability.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { ServiceCapabilities } from '../../session/service-capabilities.ts';

const actionsSchema = { categories: [{ name: 'midi', actions: [{ name: 'midi.send' }] }] };

/** Creates a service that reports the given routes. */
const createTestService = (...routes: string[]) => {
  const offer = signal<ServiceCapabilities>();
  const client = { request: async () => actionsSchema } as unknown as SceneClient;
  const offered = createFeatureAvailability({ client, capabilities: offer }, createNotices());
  const tell = (): void => {
    offer.value = { hasRoute: (route: string) => routes.includes(route) } as ServiceCapabilities;
  };
  return { offered, tell };
};

it('reports nothing as available until the service has listed its routes', async () => {
  const { offered, tell } = createTestService('GET /api/actions/schema');
  expect(offered.getUnavailableReason('midi.send')).toBe('The service has not listed its features yet.');
  tell();
  await expect.poll(() => offered.getUnavailableReason('midi.send')).toBeUndefined();
});

it('names the missing action or route', async () => {
  const { offered, tell } = createTestService('GET /api/actions/schema', 'GET /api/health');
  tell();
  await expect.poll(() => offered.getUnavailableReason('midi.panic')).toBe('This service has no midi.panic.');
  expect(offered.getUnavailableReason('POST /api/input')).toBe('This service has no POST /api/input.');
  expect(offered.getUnavailableReason('GET /api/health')).toBeUndefined();
});

it('reports no action of a service without an action schema', () => {
  const { offered, tell } = createTestService('POST /api/input');
  tell();
  expect(offered.getUnavailableReason('midi.send')).toBe('This service has no midi.send.');
  expect(offered.getUnavailableReason('POST /api/input')).toBeUndefined();
});
