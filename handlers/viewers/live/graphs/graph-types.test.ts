import { describe, expect, it } from 'vitest';
import { getNodeTitle, type PortRecord } from './graph-types.ts';

const createNode = (category: string, action: string) => {
  const port: PortRecord = {
    ...{ id: 'port', nodeId: 'node', name: 'Action', type: 'Dropdown', direction: 'input', value: action },
  };
  return { category, ports: [port] };
};

describe('the title of a node', () => {
  it.each([
    ['RunAction', 'scene.spawn', 'scene.spawn'],
    ['RunAction', '', 'RunAction'],
    ['Trigger', 'scene.spawn', 'Trigger'],
  ])('of type %s with the action "%s" is %s', (category, action, title) => {
    expect(getNodeTitle(createNode(category, action))).toBe(title);
  });
});
