import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { toJsonSchema } from './openapi-to-json-schema.ts';
import type { JsonRecord } from '../../json.ts';

/** Shared by all schemas, because it is slow to create. It stores none of them, so that two may have the same `$id`. */
const ajv = new Ajv({ strict: false, validateFormats: true, addUsedSchema: false });
addFormats.default(ajv);

/** Compiles a check against one of the target's own schemas. Returns undefined for an unreadable schema. */
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
