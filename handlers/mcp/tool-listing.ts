import * as z from 'zod';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from './define-tool.ts';

/** Bounds, which a refusal tells to the few who pass them. */
const boundKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'] as const;

const isEmptyDefault = (value: unknown): boolean =>
  value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** The parameters of a tool as a schema that takes little to read: what nothing is said of is left out. */
const toInputSchema = (input: z.ZodObject): ListedTool['inputSchema'] => {
  const { $schema, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override({ jsonSchema, path }) {
      for (const bound of boundKeywords) delete jsonSchema[bound];
      delete jsonSchema.propertyNames;
      delete jsonSchema['x-choice-values'];
      delete jsonSchema['x-choice-bounds'];
      if (isEmptyDefault(jsonSchema.default)) delete jsonSchema.default;
      if (path.length > 0) delete jsonSchema.additionalProperties;
    },
  });
  return schema as ListedTool['inputSchema'];
};

/** A tool as agents are told of it, once in each of their sessions. */
export const toListedTool = ({ name, description, input, isReadOnly }: Tool): ListedTool => ({
  name,
  description,
  inputSchema: toInputSchema(input),
  ...(isReadOnly && { annotations: { readOnlyHint: true } }),
});
