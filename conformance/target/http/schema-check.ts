import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { toJsonSchema } from './json-schema.ts';
import type { JsonRecord } from '../../json.ts';

/** What is wrong with a value by a schema of the target's own; undefined when that is no schema that can be read. */
export const schemaCheck = (schema: JsonRecord): ((value: unknown) => string | undefined) | undefined => {
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  try {
    const validate = ajv.compile(toJsonSchema(schema) as object);
    return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'result' }));
  } catch {
    return undefined;
  }
};
