import { batchTwinAudits } from './batch/batch-twin.ts';
import { coercionAudits } from './values/coercion.ts';
import { expansionAudits } from './ports/expansion.ts';
import { listPageAudits } from './traffic/list-pages.ts';
import { modelAudits } from './graphs/model.ts';
import { rollbackAudits } from './graphs/rollback.ts';

/** Audits that try many generated inputs on one statement. */
export const properties = [
  ...coercionAudits,
  ...expansionAudits,
  ...listPageAudits,
  ...batchTwinAudits,
  ...rollbackAudits,
  ...modelAudits,
];
