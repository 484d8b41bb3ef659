import { toFilter } from '../volume/filter.ts';
import { method } from './method.ts';

export const subscribeFiltered = method(
  'SubscribeFiltered',
  ({ patterns, objects, groups, clips }, context) =>
    context.subscribe(patterns, toFilter({ objects, groups, clips })),
);
