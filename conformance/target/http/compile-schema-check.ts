import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { toJsonSchema } from './openapi-to-json-schema.ts';
import type { JsonRecord } from '../../json.ts';

/** One for all schemas, because it takes long to make; it keeps none of them, so that two may have one `$id`. */
const ajv = new Ajv({ strict: false, validateFormats: true, addUsedSchema: false });
addFormats.default(ajv);

/** What is wrong with a value by a schema of the target's own; undefined when that is no schema that can be read. */
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
