import { singleCallEquivalenceAudits } from './batch/single-call-equivalence.ts';
import { coercionAudits } from './coercion/value-coercion.ts';
import { expandedValueAudits } from './expansion-round-trips.ts';
import { everyListAudits } from './lists/every-list.ts';
import { modelAudits } from './model-based-editing.ts';
import { rollbackAudits } from './rollback.ts';

/** Audits that check a statement with many generated inputs. */
export const propertyBasedAudits = [
  ...coercionAudits,
  ...expandedValueAudits,
  ...everyListAudits,
  ...singleCallEquivalenceAudits,
  ...rollbackAudits,
  ...modelAudits,
];
