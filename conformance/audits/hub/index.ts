import { batches } from './batches.ts';
import { catalog } from './catalog.ts';
import { commands } from './commands.ts';
import { connecting } from './connecting.ts';
import { execution } from './execution.ts';
import { graphEvents } from './graph-events.ts';
import { runtimeEvents } from './runtime-events.ts';
import { subscriptions } from './subscriptions.ts';
import { synchronising } from './synchronising.ts';
import { tweenEvents } from './tween-events.ts';
import { variableEvents } from './variable-events.ts';
import type { Audit } from '../../audit.ts';

/** The audits of the real-time hub. */
export const hub: readonly Audit[] = [
  ...connecting,
  ...subscriptions,
  ...commands,
  ...batches,
  ...graphEvents,
  ...execution,
  ...synchronising,
  ...variableEvents,
  ...runtimeEvents,
  ...tweenEvents,
  ...catalog,
];
