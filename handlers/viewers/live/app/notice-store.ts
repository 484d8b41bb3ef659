import { signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import type { ReadonlySignal } from '@preact/signals';

/** A notice that is shown once. An error of the service keeps its message. */
interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** The error code, if the service reported an error. */
  readonly code?: string;
  /** A next step that the notice offers. */
  readonly action?: NoticeAction;
}

/** An action that a reader can take from a notice. */
interface NoticeAction {
  readonly label: string;
  run(): void;
}

export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>;
  /** Shows a notice. One with an action stays longer. */
  showInfo(text: string, action?: NoticeAction): void;
  /** Shows why something failed. */
  showError(failure: unknown): void;
  /** Runs some work and shows a notice when it fails. @returns undefined if it failed */
  runAndReport<T>(work: () => Promise<T>): Promise<T | undefined>;
  dismiss(id: number): void;
}

/** Most notices shown at once. */
const maxNotices = 4;
const visibleMs = 8_000;
const visibleWithActionMs = 60_000;

export const createNotices = (): Notices => {
  const list = signal<readonly Notice[]>([]);
  let lastId = 0;
  const dismiss = (id: number): void => {
    list.value = list.value.filter((notice) => notice.id !== id);
  };
  const add = (notice: Omit<Notice, 'id'>): void => {
    lastId += 1;
    const id = lastId;
    list.value = [...list.value, { ...notice, id }].slice(-maxNotices);
    setTimeout(() => dismiss(id), notice.action ? visibleWithActionMs : visibleMs);
  };
  const fail = (failure: unknown): void => {
    const text = failure instanceof Error ? failure.message : String(failure);
    add({ kind: 'error', text, ...(failure instanceof SceneRuntimeError && { code: failure.code }) });
  };
  return {
    list,
    showInfo: (text, action) => add({ kind: 'info', text, ...(action && { action }) }),
    showError: fail,
    async runAndReport(work) {
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
