import { defineMethod } from './define-method.ts';

export const unsubscribe = defineMethod('Unsubscribe', ({ patterns }, context) =>
  context.unsubscribe(patterns),
);
