import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { IconName } from '../components/icon-names.ts';

/** Something that the user can do from anywhere: with a key, in the command palette, or in a menu. */
export interface Command {
  readonly id: string;
  /** What the command does: a verb with its object, or what it makes, such as `New graph`. */
  readonly label: string;
  readonly icon: IconName;
  /** The keys that run the command from anywhere, such as `Ctrl+K`. `Ctrl` stands for Command on macOS. */
  readonly keys?: string;
  /** Further keys that do the same. Only the list of shortcuts shows them. */
  readonly otherKeys?: string;
  /** Whether the keys work while the focus is in a field: always, or unless the field has a text to be applied. */
  readonly worksInFields?: true | 'unless drafting';
  /** Returns the reason why the command can't run now, or `undefined` if it can. */
  getUnavailableReason?(): string | undefined;
  run(): void;
}

/** All commands of the page. The parts of the page add theirs. */
export interface CommandRegistry {
  readonly list: ReadonlySignal<readonly Command[]>;
  /**
   * Adds commands.
   * @returns a function that removes them
   */
  add(commands: readonly Command[]): () => void;
  /** Returns a command by its id. */
  find(id: string): Command | undefined;
  /** Runs the command whose keys were pressed, and prevents the browser's own action. */
  handleKey(event: KeyboardEvent): void;
}

/** Formats keys for display, such as `Ctrl K` for `Ctrl+K`. */
export const formatKeys = (keys: string): string => keys.replaceAll('+', ' ');

/** Formats the pressed keys in the way commands name them: modifiers in the order Ctrl, Alt, Shift, then the key. */
export const formatPressedKeys = ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string => {
  // with Alt, some keyboard layouts produce other characters than the digits on the keys
  const name = /^Digit\d$/.test(code) && altKey ? code.slice(-1) : key.length === 1 ? key.toUpperCase() : key;
  const modifiers = [
    (ctrlKey || metaKey) && 'Ctrl',
    altKey && 'Alt',
    // a character such as ? already includes the Shift key
    shiftKey && (key.length > 1 || /[a-z ]/i.test(key)) && 'Shift',
  ].filter(Boolean);
  return [...modifiers, name === ' ' ? 'Space' : name].join('+');
};

/** The types of inputs that have no text. */
const textlessTypes: ReadonlySet<string> = new Set(['checkbox', 'color', 'radio', 'range']);

/**
 * Whether a field has a text that was not applied yet, so that undo is the browser's. Fields that apply their text say
 * whether they have a draft. The texts of a form are applied when the form is submitted.
 */
export const hasDraft = ({
  tagName,
  type,
  dataset,
  form,
}: Pick<HTMLInputElement, 'tagName' | 'type' | 'dataset' | 'form'>): boolean =>
  tagName !== 'SELECT' && !textlessTypes.has(type) && (dataset.draft !== 'false' || Boolean(form));

export const createCommandRegistry = (): CommandRegistry => {
  const groups = signal<readonly (readonly Command[])[]>([]);
  const list = computed(() => groups.value.flat());
  return {
    list,
    add(commands) {
      groups.value = [...groups.peek(), commands];
      return () => {
        groups.value = groups.peek().filter((group) => group !== commands);
      };
    },
    find: (id) => list.peek().find((command) => command.id === id),
    handleKey(event) {
      if (event.defaultPrevented) return;
      const pressed = formatPressedKeys(event);
      const command = list.peek().find(({ keys, otherKeys }) => keys === pressed || otherKeys === pressed);
      if (!command || command.getUnavailableReason?.() !== undefined) return;
      const field =
        event.target instanceof Element &&
        event.target.closest<HTMLInputElement>('input, textarea, select, [contenteditable]');
      if (field && !(command.worksInFields === 'unless drafting' ? !hasDraft(field) : command.worksInFields))
        return;
      event.preventDefault();
      command.run();
    },
  };
};
