import { batches } from './batches.ts';
import { comingAndGoing } from './coming-and-going.ts';
import { commands } from './commands.ts';
import { connecting } from './connecting.ts';
import { deliveries } from './deliveries.ts';
import { eventKindAudits } from './event-kinds.ts';
import { execution } from './execution.ts';
import { filters } from './filters.ts';
import { subscriptions } from './subscriptions.ts';
import { synchronisedEdits } from './synchronised-edits.ts';
import { synchronising } from './synchronising.ts';
import type { Audit } from '../../audit.ts';

/** The audits of the real-time hub. */
export const hub: readonly Audit[] = [
  ...connecting,
  ...subscriptions,
  ...commands,
  ...batches,
  ...eventKindAudits,
  ...execution,
  ...synchronising,
  ...synchronisedEdits,
  ...comingAndGoing,
  ...deliveries,
  ...filters,
];
