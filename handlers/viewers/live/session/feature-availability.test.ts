import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '../app/notice-store.ts';
import { createFeatureAvailability } from './feature-availability.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { ServiceCapabilities } from '../session/session.ts';

const actionsSchema = { categories: [{ name: 'midi', actions: [{ name: 'midi.send' }] }] };

/** Creates a service for tests that reports the given routes. */
const createTestService = (...routes: string[]) => {
  const capabilities = signal<ServiceCapabilities>();
  const client = { request: async () => actionsSchema } as unknown as SceneClient;
  const availability = createFeatureAvailability({ client, capabilities }, createNotices());
  const announce = (): void => {
    capabilities.value = { hasRoute: (route: string) => routes.includes(route) } as ServiceCapabilities;
  };
  return { availability, announce };
};

it('reports nothing as available until the service has listed its routes', async () => {
  const { availability, announce } = createTestService('GET /api/actions/schema');
  expect(availability.getUnavailableReason('midi.send')).toBe('The service has not listed its features yet.');
  announce();
  await expect.poll(() => availability.getUnavailableReason('midi.send')).toBeUndefined();
});

it('names the missing action or route', async () => {
  const { availability, announce } = createTestService('GET /api/actions/schema', 'GET /api/health');
  announce();
  await expect
    .poll(() => availability.getUnavailableReason('midi.panic'))
    .toBe('This service has no midi.panic.');
  expect(availability.getUnavailableReason('POST /api/input')).toBe('This service has no POST /api/input.');
  expect(availability.getUnavailableReason('GET /api/health')).toBeUndefined();
});

it('reports no action of a service without an action schema', () => {
  const { availability, announce } = createTestService('POST /api/input');
  announce();
  expect(availability.getUnavailableReason('midi.send')).toBe('This service has no midi.send.');
  expect(availability.getUnavailableReason('POST /api/input')).toBeUndefined();
});
