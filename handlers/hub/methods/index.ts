import { resume } from './resume.ts';
import { sendAction } from './send-action.ts';
import { sendActionBatch } from './send-action-batch.ts';
import { setRate } from './set-rate.ts';
import { subscribe } from './subscribe.ts';
import { subscribeFiltered } from './subscribe-filtered.ts';
import { unsubscribe } from './unsubscribe.ts';
import type { HubMethod } from '#spec/hub.ts';
import type { HubMethodHandler } from './define-method.ts';

const methods = {
  Subscribe: subscribe,
  SubscribeFiltered: subscribeFiltered,
  Unsubscribe: unsubscribe,
  Resume: resume,
  SetRate: setRate,
  SendAction: sendAction,
  SendActionBatch: sendActionBatch,
} as const satisfies Readonly<Record<HubMethod, HubMethodHandler>>;

/** The hub methods, keyed by their name in exactly this letter case. */
export const methodsByName: ReadonlyMap<string, HubMethodHandler> = new Map(Object.entries(methods));
