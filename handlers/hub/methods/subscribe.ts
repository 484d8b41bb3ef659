import { defineMethod } from './define-method.ts';

export const subscribe = defineMethod('Subscribe', ({ patterns }, context) =>
  context.subscribe(patterns, {}),
);
