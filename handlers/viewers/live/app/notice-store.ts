import { type ReadonlySignal, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { getErrorMessage } from '../session/store-helpers.ts';

/** A notice that is shown a single time. For errors from the service, the notice contains the service's message. */
interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
  readonly code?: string;
  /** The next step that the notice offers to the user. */
  readonly action?: NoticeAction;
}

interface NoticeAction {
  readonly label: string;
  /** Whether the action decides what happens to an edit, so that the notice has to be read before it disappears. */
  readonly isDecision?: boolean;
  run(): void;
}

export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>;
  /** Shows a notice. A notice with an action stays visible longer. */
  showInfo(text: string, action?: NoticeAction): void;
  showError(failure: unknown): void;
  /**
   * Runs an asynchronous function, and shows a notice if it fails.
   * @returns `undefined` if the function failed
   */
  runAndReport<T>(work: () => Promise<T>): Promise<T | undefined>;
  dismiss(id: number): void;
}

const maxNotices = 4;
const visibleMs = 8_000;
const visibleWithActionMs = 10_000;
const visibleWithDecisionMs = 60_000;

const getVisibleTime = ({ action }: Pick<Notice, 'action'>): number => {
  if (action?.isDecision) return visibleWithDecisionMs;
  return action ? visibleWithActionMs : visibleMs;
};

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
    setTimeout(() => dismiss(id), getVisibleTime(notice));
  };
  const fail = (failure: unknown): void => {
    add({
      kind: 'error',
      text: getErrorMessage(failure),
      ...(failure instanceof SceneRuntimeError && { code: failure.code }),
    });
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
