import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { toJsonSchema } from './openapi-to-json-schema.ts';
import type { JsonRecord } from '../../json.ts';

/**
 * All schemas share this instance, because creating an instance is slow. The instance stores no schemas, so two schemas
 * may have the same `$id`.
 */
const ajv = new Ajv({ strict: false, validateFormats: true, addUsedSchema: false });
addFormats.default(ajv);

/** Compiles a check against one of the target's own schemas. Returns `undefined` if the schema can't be compiled. */
export const compileSchemaCheck = (
  schema: JsonRecord,
): ((value: unknown) => string | undefined) | undefined => {
  const readable = toJsonSchema(schema) as object;
  try {
    const validate = ajv.compile(readable);
    return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'result' }));
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(readable);
  }
};
