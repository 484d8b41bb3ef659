import { signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import type { ReadonlySignal } from '@preact/signals';

/** Something that the page says once, in the words of the service where it refused. */
interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** The code of a refusal. */
  readonly code?: string;
  /** How to go on. */
  readonly way?: Way;
}

/** Something that the reader can do about what is said. */
interface Way {
  readonly label: string;
  go(): void;
}

export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>;
  /** What shows a way to go on stays for longer. */
  say(text: string, way?: Way): void;
  /** Says why something failed. */
  fail(failure: unknown): void;
  /** Does something, and says so when it fails. @returns undefined then */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>;
  dismiss(id: number): void;
}

/** Most notices that are shown at once. */
const mostShown = 4;
const shownMs = 8_000;
const shownWithWayMs = 60_000;

export const createNotices = (): Notices => {
  const list = signal<readonly Notice[]>([]);
  let lastId = 0;
  const dismiss = (id: number): void => {
    list.value = list.value.filter((notice) => notice.id !== id);
  };
  const add = (notice: Omit<Notice, 'id'>): void => {
    lastId += 1;
    const id = lastId;
    list.value = [...list.value, { ...notice, id }].slice(-mostShown);
    setTimeout(() => dismiss(id), notice.way ? shownWithWayMs : shownMs);
  };
  const fail = (failure: unknown): void => {
    const text = failure instanceof Error ? failure.message : String(failure);
    add({ kind: 'error', text, ...(failure instanceof SceneRuntimeError && { code: failure.code }) });
  };
  return {
    list,
    say: (text, way) => add({ kind: 'info', text, ...(way && { way }) }),
    fail,
    async attempt(work) {
      try {
        return await work();
      } catch (failure) {
        fail(failure);
        return undefined;
      }
    },
    dismiss,
  };
};
