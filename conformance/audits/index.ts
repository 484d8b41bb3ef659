import type { Audit } from '../audit.ts';

export const audits: readonly Audit[] = [];
