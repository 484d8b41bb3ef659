import * as z from 'zod';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from './define-tool.ts';

/**
 * The keywords for limits. They are left out of the listing, because the error for a call that exceeds a limit states
 * the limit.
 */
const boundKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'] as const;

const isEmptyDefault = (value: unknown): boolean =>
  value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/**
 * Converts parameters to a short JSON schema, without limits, empty defaults and other details that agents don't need.
 */
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

/** Converts a tool to its entry in the list that agents read once per session. */
export const toListedTool = ({ name, description, input, isReadOnly }: Tool): ListedTool => ({
  name,
  description,
  inputSchema: toInputSchema(input),
  ...(isReadOnly && { annotations: { readOnlyHint: true } }),
});
