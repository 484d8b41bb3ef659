import { defineMethod } from './define-method.ts';

export const setRate = defineMethod('SetRate', ({ perSecond }, context) => context.setRate(perSecond));
