import { method } from './method.ts';

export const unsubscribe = method('Unsubscribe', ({ patterns }, context) => context.unsubscribe(patterns));
