import { batchesAudits } from './batches.ts';
import { comingAndGoing } from './coming-and-going.ts';
import { sceneChanges } from './scene-changes.ts';
import { commandAudits } from './commands.ts';
import { connectingAudits } from './connecting.ts';
import { deliveryAudits } from './deliveries.ts';
import { eventKindAudits } from './event-kinds.ts';
import { executionAudits } from './execution.ts';
import { filterAudits } from './filters.ts';
import { subscriptionAudits } from './subscriptions.ts';
import { synchronisedEditAudits } from './synchronised-edits.ts';
import { synchronisingAudits } from './synchronising.ts';
import type { Audit } from '../../audit.ts';

/** The audits of the real-time hub. */
export const hub: readonly Audit[] = [
  ...connectingAudits,
  ...subscriptionAudits,
  ...commandAudits,
  ...batchesAudits,
  ...eventKindAudits,
  ...executionAudits,
  ...synchronisingAudits,
  ...synchronisedEditAudits,
  ...comingAndGoing,
  ...sceneChanges,
  ...deliveryAudits,
  ...filterAudits,
];
