import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isRecord, type JsonRecord } from '../../json.ts';

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

/**
 * Converts an OpenAPI 3.0 schema to the JSON Schema that ajv supports. The conversion affects `nullable`, boolean
 * bounds and references.
 */
export const toJsonSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (!isRecord(schema)) return schema;
  const { nullable, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  const converted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (ignoredKeywords.has(key) || key.startsWith('x-')) continue;
    converted[key] = literalKeywords.has(key)
      ? value
      : key === 'properties'
        ? Object.fromEntries(
            Object.entries(value as object).map(([name, inner]) => [name, toJsonSchema(inner)]),
          )
        : key === '$ref' && typeof value === 'string'
          ? value.replace('#/components/schemas/', `${componentsId}#/definitions/`)
          : toJsonSchema(value);
  }
  Object.assign(
    converted,
    convertBound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    convertBound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  );
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
};

/** The id under which the document's components are registered. */
export const componentsId = 'urn:conformance:components';

const ignoredKeywords = new Set([
  'example',
  'examples',
  'discriminator',
  'xml',
  'externalDocs',
  'deprecated',
]);
const literalKeywords = new Set(['enum', 'const', 'default', 'required']);

const convertBound = (
  open: string,
  closed: string,
  limit: unknown,
  exclusive: unknown,
): Record<string, unknown> => {
  if (exclusive === true && limit !== undefined) return { [closed]: limit };
  return {
    ...(limit !== undefined && { [open]: limit }),
    ...(typeof exclusive === 'number' && { [closed]: exclusive }),
  };
};
