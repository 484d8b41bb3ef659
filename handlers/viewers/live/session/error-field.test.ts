import { expect, it } from 'vitest';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { findErrorField } from './error-field.ts';

const fields = { name: 'Done', type: 'Float', default: undefined, description: '' };

it.each([
  ['DUPLICATE_NAME', "A variable of this scope is already called 'Done'.", undefined, 'name'],
  ['INVALID_VALUE', "'Done' cannot be an input or output, because …", undefined, 'name'],
  ['INVALID_VALUE', "'type' is 'Float', which a variable cannot hold.", undefined, 'type'],
  ['INVALID_VALUE', "'default' is of type Float and accepts …", { name: 'default' }, 'default'],
  ['INVALID_REQUEST', 'expected', { issues: [{ field: 'description', message: '' }] }, 'description'],
  ['GRAPH_NOT_FOUND', "'graphId' is 'x', which no graph has.", undefined, undefined],
])('finds the field of %s %s', (code, message, details, field) => {
  expect(findErrorField(new SceneRuntimeError({ code, message, ...(details && { details }) }), fields)).toBe(
    field,
  );
});

it('finds no field in errors that are not the service’s', () => {
  expect(findErrorField(new Error("'name'"), fields)).toBeUndefined();
});
