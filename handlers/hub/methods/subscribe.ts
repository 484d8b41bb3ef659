import { method } from './method.ts';

export const subscribe = method('Subscribe', ({ patterns }, context) => context.subscribe(patterns, {}));
