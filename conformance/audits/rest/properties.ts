import { batchTwin } from './batch-twin.ts';
import { coercion } from './coercion.ts';
import { expansion } from './expansion.ts';
import { listPages } from './list-pages.ts';
import { model } from './model.ts';
import { rollback } from './rollback.ts';

/** Audits that try many generated inputs on one statement. */
export const properties = [...coercion, ...expansion, ...listPages, ...batchTwin, ...rollback, ...model];
