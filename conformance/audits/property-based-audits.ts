import { singleCallEquivalenceAudits } from './batch/single-call-equivalence.ts';
import { coercionAudits } from './coercion.ts';
import { expandedValueAudits } from './expansion.ts';
import { everyListAudits } from './lists/every-list.ts';
import { modelAudits } from './model.ts';
import { rollbackAudits } from './rollback.ts';

/** Audits that check one statement with many generated inputs. */
export const propertyBasedAudits = [
  ...coercionAudits,
  ...expandedValueAudits,
  ...everyListAudits,
  ...singleCallEquivalenceAudits,
  ...rollbackAudits,
  ...modelAudits,
];
