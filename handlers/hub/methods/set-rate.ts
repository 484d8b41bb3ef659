import { method } from './method.ts';

export const setRate = method('SetRate', ({ perSecond }, context) => context.setRate(perSecond));
