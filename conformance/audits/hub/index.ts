import { actionBatchAudits } from './action-batches.ts';
import { availabilityEventAudits } from './availability-events.ts';
import { sceneEventAudits } from './scene-events.ts';
import { sendActionAudits } from './send-action.ts';
import { connectionAudits } from './connect-and-authenticate.ts';
import { eventDeliveryAudits } from '../events/event-delivery.ts';
import { eventKindAudits } from './event-kinds.ts';
import { executionAudits } from '../execution/node-execution.ts';
import { eventFilterAudits } from '../events/event-filters.ts';
import { subscriptionAudits } from './subscriptions.ts';
import { editSyncByRouteAudits } from './edit-sync-by-route.ts';
import { editSyncAudits } from './edit-sync.ts';
import type { Audit } from '../../audit.ts';

export const hubAudits: readonly Audit[] = [
  ...connectionAudits,
  ...subscriptionAudits,
  ...sendActionAudits,
  ...actionBatchAudits,
  ...eventKindAudits,
  ...executionAudits,
  ...editSyncAudits,
  ...editSyncByRouteAudits,
  ...availabilityEventAudits,
  ...sceneEventAudits,
  ...eventDeliveryAudits,
  ...eventFilterAudits,
];
