import { type ReadonlySignal, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { getErrorMessage } from '../session/store-helpers.ts';

/** A notice that is shown a single time. For errors from the service, the notice contains the service's message. */
interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error' | 'progress';
  readonly text: string;
  readonly code?: string;
  /** How much of the work is done, from 0 to 1. Only for progress. */
  readonly fraction?: number;
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
   * Shows the progress of work until the work ends.
   * @param cancel cancels the work
   */
  showProgress(cancel: () => void): Progress;
  /**
   * Runs an asynchronous function, and shows a notice if it fails.
   * @returns `undefined` if the function failed
   */
  runAndReport<T>(work: () => Promise<T>): Promise<T | undefined>;
  dismiss(id: number): void;
}

interface Progress {
  update(text: string, fraction: number): void;
  end(): void;
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
  const createId = (): number => {
    lastId += 1;
    return lastId;
  };
  const add = (notice: Omit<Notice, 'id'>): void => {
    const id = createId();
    const latest = [...list.value, { ...notice, id }].filter(({ kind }) => kind !== 'progress');
    const shown = new Set(latest.slice(-maxNotices));
    list.value = [
      ...list.value.filter((old) => old.kind === 'progress' || shown.has(old)),
      ...latest.slice(-1),
    ];
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
    showProgress(cancel) {
      const id = createId();
      return {
        update(text, fraction) {
          const notice: Notice = {
            ...{ id, kind: 'progress', text, fraction },
            action: { label: 'Cancel', run: cancel },
          };
          list.value = [...list.value.filter((other) => other.id !== id), notice];
        },
        end: () => dismiss(id),
      };
    },
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
