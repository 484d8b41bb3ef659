import { describe, expect, test } from 'vitest';
import { operations } from '../rest/index.ts';
import { toGeneratorForm } from './openapi-for-generators.ts';
import { mapSchema } from './json-schema.ts';
import { listOperations } from './openapi-types.ts';
import { renderOpenApi } from './render-openapi.ts';
import type { JsonSchema } from './json-schema.ts';
import type { LocatedOperation, OpenApiDocument } from './openapi-types.ts';

const exactDocument = renderOpenApi(operations, { version: '1.2.3' });
const generatorDocument = toGeneratorForm(exactDocument);

/** Returns the schema of the operation's success response. */
const getSuccessSchema = ({ operation: { responses } }: LocatedOperation): JsonSchema =>
  (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema ?? {};

/** Returns every schema in a document, including nested schemas. */
const listSchemas = (document: OpenApiDocument): readonly JsonSchema[] => {
  const found: JsonSchema[] = [];
  const collect = (schema: JsonSchema): void => {
    mapSchema(schema, (part) => {
      found.push(part);
      return part;
    });
  };
  for (const schema of Object.values(document.components.schemas)) collect(schema);
  for (const { operation } of listOperations(document)) {
    for (const part of [operation.requestBody, ...Object.values(operation.responses)])
      for (const { schema } of Object.values(part?.content ?? {})) collect(schema);
  }
  return found;
};

/** Counts the constructs for which code generators print code that does not compile or run. */
const findBreakingConstructs = (document: OpenApiDocument): number =>
  listSchemas(document).filter(({ type, enum: values, oneOf, anyOf }) => {
    const choices = (oneOf ?? anyOf ?? []) as readonly JsonSchema[];
    const isMixed = choices.some((choice) => choice.type !== 'object' && choice.$ref === undefined);
    return (type === 'boolean' && values !== undefined) || isMixed;
  }).length;

describe('the OpenAPI document for generators', () => {
  test('has no constructs that break them', () => {
    expect(findBreakingConstructs(exactDocument)).toBeGreaterThan(20);
    expect(findBreakingConstructs(generatorDocument)).toBe(0);
  });

  test('describes every list as its bare array, and the result of wrap=true beside it', () => {
    const located = listOperations(generatorDocument);
    const lists = listOperations(exactDocument).flatMap((before, i) =>
      before.operation.parameters.some(({ name }) => name === 'wrap') ? [{ before, after: located[i]! }] : [],
    );
    expect(lists.length).toBeGreaterThan(15);
    for (const { before, after } of lists) {
      const { oneOf: [bare, record] = [] } = getSuccessSchema(before) as { oneOf?: readonly JsonSchema[] };
      expect(getSuccessSchema(after)).toMatchObject({ ...bare, 'x-wrapped': record });
      expect(getSuccessSchema(after)).not.toHaveProperty('oneOf');
    }
  });

  test('keeps the values of a boolean constant and the types of a union as extensions', () => {
    const { ActionResult, McpMessage } = generatorDocument.components.schemas as Record<
      string,
      { properties: Record<string, unknown> }
    >;
    expect(ActionResult!.properties.success).toMatchObject({ type: 'boolean', 'x-enum': [true] });
    expect(McpMessage!.properties.id).toEqual({ 'x-anyOf': [{ type: 'string' }, { type: 'integer' }] });
    const exchange = generatorDocument.paths['/mcp']!.post!;
    const message = { $ref: '#/components/schemas/McpMessage' };
    expect(exchange.requestBody?.content['application/json']?.schema).toEqual(message);
  });

  test('changes nothing else', () => {
    const located = listOperations(generatorDocument);
    for (const [i, { path, method, operation }] of listOperations(exactDocument).entries()) {
      const { responses, requestBody, ...rest } = operation;
      expect(located[i]).toMatchObject({ path, method, operation: rest });
      expect(Object.keys(located[i]!.operation.responses)).toEqual(Object.keys(responses));
      for (const [status, response] of Object.entries(responses)) {
        const { content: _, ...kept } = response;
        expect(located[i]!.operation.responses[status]).toMatchObject(kept);
      }
      expect(located[i]!.operation.requestBody?.required).toBe(requestBody?.required);
    }
    expect(generatorDocument).toMatchObject({
      info: exactDocument.info,
      servers: exactDocument.servers,
      tags: exactDocument.tags,
    });
  });
});
