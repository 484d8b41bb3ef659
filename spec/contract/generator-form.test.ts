import { describe, expect, test } from 'vitest';
import { operations } from '../rest/index.ts';
import { toGeneratorForm } from './generator-form.ts';
import { mapSchema } from './json-schema.ts';
import { operationsIn } from './openapi.ts';
import { renderOpenApi } from './render-openapi.ts';
import type { JsonSchema } from './json-schema.ts';
import type { LocatedOperation, OpenApiDocument } from './openapi.ts';

const exact = renderOpenApi(operations, { version: '1.2.3' });
const document = toGeneratorForm(exact);

/** The schema of the success. */
const schemaOf = ({ operation: { responses } }: LocatedOperation): JsonSchema =>
  (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema ?? {};

/** Every schema of a document, those within others too. */
const schemasIn = (whole: OpenApiDocument): readonly JsonSchema[] => {
  const found: JsonSchema[] = [];
  const collect = (schema: JsonSchema): void => {
    mapSchema(schema, (part) => {
      found.push(part);
      return part;
    });
  };
  for (const schema of Object.values(whole.components.schemas)) collect(schema);
  for (const { operation } of operationsIn(whole)) {
    for (const part of [operation.requestBody, ...Object.values(operation.responses)])
      for (const { schema } of Object.values(part?.content ?? {})) collect(schema);
  }
  return found;
};

/** The constructs that generators print as code that does not compile, or does not run. */
const breaking = (whole: OpenApiDocument): number =>
  schemasIn(whole).filter(({ type, enum: values, oneOf, anyOf }) => {
    const choices = (oneOf ?? anyOf ?? []) as readonly JsonSchema[];
    const isMixed = choices.some((choice) => choice.type !== 'object' && choice.$ref === undefined);
    return (type === 'boolean' && values !== undefined) || isMixed;
  }).length;

describe('the interface description for generators', () => {
  test('has none of what breaks them', () => {
    expect(breaking(exact)).toBeGreaterThan(20);
    expect(breaking(document)).toBe(0);
  });

  test('describes every list as its bare array, and what wrap=true returns beside it', () => {
    const located = operationsIn(document);
    const lists = operationsIn(exact).flatMap((before, i) =>
      before.operation.parameters.some(({ name }) => name === 'wrap') ? [{ before, after: located[i]! }] : [],
    );
    expect(lists.length).toBeGreaterThan(15);
    for (const { before, after } of lists) {
      const { oneOf: [bare, record] = [] } = schemaOf(before) as { oneOf?: readonly JsonSchema[] };
      expect(schemaOf(after)).toMatchObject({ ...bare, 'x-wrapped': record });
      expect(schemaOf(after)).not.toHaveProperty('oneOf');
    }
  });

  test('keeps the values of a boolean constant, and the types of a union, as extensions', () => {
    const { ActionResult, McpMessage } = document.components.schemas as Record<
      string,
      { properties: Record<string, unknown> }
    >;
    expect(ActionResult!.properties.success).toMatchObject({ type: 'boolean', 'x-enum': [true] });
    expect(McpMessage!.properties.id).toEqual({ 'x-anyOf': [{ type: 'string' }, { type: 'integer' }] });
    const exchange = document.paths['/mcp']!.post!;
    const message = { $ref: '#/components/schemas/McpMessage' };
    expect(exchange.requestBody?.content['application/json']?.schema).toEqual(message);
  });

  test('changes nothing else', () => {
    const located = operationsIn(document);
    for (const [i, { path, method, operation }] of operationsIn(exact).entries()) {
      const { responses, requestBody, ...rest } = operation;
      expect(located[i]).toMatchObject({ path, method, operation: rest });
      expect(Object.keys(located[i]!.operation.responses)).toEqual(Object.keys(responses));
      for (const [status, response] of Object.entries(responses)) {
        const { content: _, ...kept } = response;
        expect(located[i]!.operation.responses[status]).toMatchObject(kept);
      }
      expect(located[i]!.operation.requestBody?.required).toBe(requestBody?.required);
    }
    expect(document).toMatchObject({ info: exact.info, servers: exact.servers, tags: exact.tags });
  });
});
