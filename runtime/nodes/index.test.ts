import { describe, expect, test } from 'vitest';
import { definitionsByEnumValue, nodeTypes } from './index.ts';
import { defineFlowNode } from './dsl/define-node.ts';
import { trigger } from './dsl/ports.ts';

describe.each(nodeTypes.map((type) => [type.enumValue, type] as const))('%s', (enumValue, type) => {
  test('is found in any letter case', () => {
    expect(definitionsByEnumValue.get(enumValue.toLowerCase())?.type).toBe(type);
  });
  test('describes itself in a sentence', () => {
    expect(type.description).toMatch(/^[A-Z].{10,}\.$/s);
  });
  test('has ports with unique names per direction, inputs first', () => {
    const ids = type.ports.map(({ direction, name }) => `${direction} ${name}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(type.ports.map(({ direction }) => direction)).toEqual(
      type.ports.map(({ direction }) => direction).sort(),
    );
  });
  test('has the declared ports while its inputs have their default values', () => {
    if (!type.portsFor)
      return expect(type.ports.some(({ affectsNodePorts }) => affectsNodePorts)).toBe(false);
    const defaults = type.ports.flatMap(({ name, default: value }) =>
      value === undefined ? [] : [[name, value]],
    );
    expect(type.portsFor(Object.fromEntries(defaults))).toEqual(type.ports);
  });
});

test('a trigger input without a handler does not compile', () => {
  defineFlowNode({
    description: '',
    inputs: { In: trigger, Reset: trigger },
    outputs: {},
    // @ts-expect-error Reset has no handler
    on: { In: () => {} },
  });
});
