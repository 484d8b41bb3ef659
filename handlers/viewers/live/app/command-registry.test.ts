import { describe, expect, it } from 'vitest';
import { formatPressedKeys } from './command-registry.ts';

const press = (key: string, pressed: Partial<KeyboardEvent> = {}): string =>
  formatPressedKeys({
    ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...pressed,
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
