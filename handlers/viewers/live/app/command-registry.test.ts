import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCommandRegistry, formatPressedKeys } from './command-registry.ts';

const press = (key: string, pressed: Partial<KeyboardEvent> = {}): string =>
  formatPressedKeys({
    ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...pressed,
  });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the names of pressed keys', () => {
  it.each([
    ['Ctrl+K', 'k', { ctrlKey: true }],
    ['Ctrl+K', 'k', { metaKey: true }],
    ['Ctrl+Shift+Z', 'Z', { ctrlKey: true, shiftKey: true }],
    ['?', '?', { shiftKey: true }],
    ['Shift+F6', 'F6', { shiftKey: true }],
    ['Shift+Space', ' ', { shiftKey: true }],
    ['Ctrl+Alt+2', '²', { ctrlKey: true, altKey: true, code: 'Digit2' }],
  ])('are %s', (name, key, modifiers) => {
    expect(press(key, modifiers)).toBe(name);
  });
});

it('both keys of a command run it', () => {
  vi.stubGlobal('Element', class {});
  const ran: string[] = [];
  const registry = createCommandRegistry();
  registry.add([
    {
      ...{ id: 'redo', label: 'Redo', icon: 'redo-2', keys: 'Ctrl+Shift+Z', otherKeys: 'Ctrl+Y' },
      run: () => ran.push('redo'),
    },
  ]);
  const keys = { code: '', ctrlKey: true, metaKey: false, altKey: false };
  for (const pressed of [
    { key: 'Z', shiftKey: true },
    { key: 'y', shiftKey: false },
  ])
    registry.handleKey({ ...keys, ...pressed, target: null, preventDefault() {} } as KeyboardEvent);
  expect(ran).toEqual(['redo', 'redo']);
});
