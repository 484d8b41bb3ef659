import { toEventFilter } from '../delivery/event-filter.ts';
import { defineMethod } from './define-method.ts';

export const subscribeFiltered = defineMethod(
  'SubscribeFiltered',
  ({ patterns, objects, groups, clips }, context) =>
    context.subscribe(patterns, toEventFilter({ objects, groups, clips })),
);
