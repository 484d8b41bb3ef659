import { batchTwin } from './batch/batch-twin.ts';
import { coercion } from './values/coercion.ts';
import { expansion } from './ports/expansion.ts';
import { listPages } from './traffic/list-pages.ts';
import { model } from './graphs/model.ts';
import { rollback } from './graphs/rollback.ts';

/** Audits that try many generated inputs on one statement. */
export const properties = [...coercion, ...expansion, ...listPages, ...batchTwin, ...rollback, ...model];
