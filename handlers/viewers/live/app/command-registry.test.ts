import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCommandRegistry, formatPressedKeys, hasDraft } from './command-registry.ts';

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

describe('a draft', () => {
  const input = { tagName: 'INPUT', type: 'text', dataset: {}, form: null };
  it.each<[string, boolean, Partial<Parameters<typeof hasDraft>[0]>]>([
    ['is in a field that does not apply its text', true, {}],
    ['is in a field whose text was not applied yet', true, { dataset: { draft: 'true' } }],
    ['is not in a field whose text was applied', false, { dataset: { draft: 'false' } }],
    ['is in a field of a form', true, { dataset: { draft: 'false' }, form: {} as HTMLFormElement }],
    ['is not in a checkbox', false, { type: 'checkbox' }],
    ['is not in a list of choices', false, { tagName: 'SELECT', type: 'select-one' }],
    ['is in a text area', true, { tagName: 'TEXTAREA', type: 'textarea' }],
  ])('%s', (_, expected, field) => {
    expect(hasDraft({ ...input, ...field })).toBe(expected);
  });
});
