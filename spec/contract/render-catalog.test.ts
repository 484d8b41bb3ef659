import { describe, expect, it } from 'vitest';
import catalog from '../documents/catalog.json' with { type: 'json' };
import { actionsByName } from '../actions/index.ts';
import { dataTypeNames } from '../discovery-data-types.ts';
import { events } from '../events.ts';
import { portTypeNames } from '../values.ts';
import { listReachableComponents } from './json-schema.ts';

/** Returns what the catalog says about a port of a node type. */
const findPort = (enumValue: string, name: string) =>
  catalog.nodeTypes.find((type) => type.enumValue === enumValue)?.ports.find((port) => port.name === name);

describe('the catalog', () => {
  it('contains all node types, actions, event kinds and data types', () => {
    expect(catalog.nodeTypes).toHaveLength(178);
    expect(catalog.actions.map(({ name }) => name)).toEqual(
      [...actionsByName.values()].map(({ name }) => name),
    );
    expect(catalog.events.map(({ type }) => type)).toEqual(Object.keys(events));
    expect(catalog.dataTypes.map(({ name }) => name)).toEqual(dataTypeNames);
    expect(Object.keys(catalog.portTypes)).toEqual(portTypeNames);
  });

  it('gives every input a value, even the zero value of its type', () => {
    expect(findPort('Delay', 'Duration')).toEqual({
      ...{ name: 'Duration', type: 'Float', direction: 'input', default: 1 },
    });
    expect(findPort('SetPosition', 'Position')).toMatchObject({ default: { x: 0, y: 0, z: 0 } });
    const inputs = catalog.nodeTypes.flatMap(({ ports }) =>
      ports.filter(({ direction, type }) => direction === 'input' && type !== 'Trigger'),
    );
    expect(inputs.filter((port) => !('default' in port))).toEqual([]);
  });

  it('shows how each type converts values', () => {
    expect(catalog.portTypes.Integer.conversions).toContainEqual({ value: -1.5, result: -1 });
    expect(catalog.portTypes.Boolean.conversions).toContainEqual({ value: 'TRUE', result: true });
    expect(catalog.portTypes.Trigger).not.toHaveProperty('conversions');
  });

  it('says which actions the service carries out', () => {
    const names = catalog.actions
      .filter(({ carriedOutBy }) => carriedOutBy === 'service')
      .map(({ name }) => name);
    expect(names).toEqual(['log.clear', 'project.open', 'project.close', 'project.save', 'project.info']);
  });

  it('contains all schemas to which its schemas refer', () => {
    const { components, ...rest } = catalog;
    const referred = [...JSON.stringify(catalog).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(referred.filter((name) => !Object.hasOwn(components.schemas, name ?? ''))).toEqual([]);
    const reachable = listReachableComponents(rest, components.schemas);
    expect(Object.keys(components.schemas).filter((name) => !Object.hasOwn(reachable, name))).toEqual([]);
  });
});
