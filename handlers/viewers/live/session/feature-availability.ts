import { effect, signal } from '@preact/signals';
import type { ActionName, Route } from '#spec/client/index.ts';
import type { Notices } from '../app/notice-store.ts';
import type { ServiceCapabilities, Session } from './session.ts';
import type { ActionsSchema } from '../actions/action-schema.ts';

export interface FeatureAvailability {
  /**
   * Returns the reason why a feature is unavailable, worded for the user, or `undefined` if the feature is available.
   */
  getUnavailableReason(feature: ActionName | Route): string | undefined;
}

const schemaRoute = 'GET /api/actions/schema';

export const createFeatureAvailability = (
  { client, capabilities }: Pick<Session, 'client' | 'capabilities'>,
  notices: Notices,
): FeatureAvailability => {
  const actions = signal<ReadonlySet<string>>();
  const readActions = async (): Promise<void> => {
    const { categories = [] }: Partial<ActionsSchema> = await client.request(schemaRoute);
    actions.value = new Set(categories.flatMap((category) => category.actions.map(({ name }) => name)));
  };
  effect(() => {
    if (!capabilities.value) return;
    if (capabilities.value.hasRoute(schemaRoute)) void notices.runAndReport(readActions);
    else actions.value = new Set();
  });
  const isOffered = (feature: string): boolean | undefined =>
    isRoute(feature) ? capabilities.value?.hasRoute(feature) : actions.value?.has(feature);
  return {
    getUnavailableReason(feature) {
      const isAvailable = isOffered(feature);
      if (isAvailable === undefined) return 'The service has not listed its features yet.';
      return isAvailable ? undefined : formatMissingFeature(feature);
    },
  };
};

/** Returns the reason why a route can't be used, or `undefined` if the service has it or has not said so yet. */
export const getMissingRouteReason = (
  capabilities: ServiceCapabilities | undefined,
  route: Route,
): string | undefined => (capabilities?.hasRoute(route) === false ? formatMissingFeature(route) : undefined);

export const formatMissingFeature = (feature: string): string => `This service has no ${feature}.`;

const isRoute = (feature: string): feature is Route => feature.includes(' ');
