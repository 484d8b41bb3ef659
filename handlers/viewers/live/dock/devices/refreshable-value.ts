import { type ReadonlySignal, signal } from '@preact/signals';
import { assignIfChanged, getErrorMessage } from '../../session/store-helpers.ts';

/** A value from the service that is read again whenever it may have changed. */
export interface RefreshableValue<T> {
  /** The value as last read, or `undefined` before the first read. */
  readonly value: ReadonlySignal<T | undefined>;
  /** The reason why the last read failed. */
  readonly error: ReadonlySignal<string | undefined>;
  /** Stores a value that another response contained. */
  set(newValue: T): void;
  /** Reads the value. If a read is already running, the value is read once more afterwards. */
  refresh(): Promise<void>;
}

export const createRefreshableValue = <T>(read: () => Promise<T>): RefreshableValue<T> => {
  const value = signal<T>();
  const error = signal<string>();
  let pendingCount = 0;
  const setValue = (newValue: T): void => {
    error.value = undefined;
    assignIfChanged(value, newValue);
  };
  const readOnce = async (): Promise<void> => {
    try {
      setValue(await read());
    } catch (failure) {
      error.value = getErrorMessage(failure);
    }
  };
  return {
    value,
    error,
    set: setValue,
    async refresh() {
      pendingCount += 1;
      if (pendingCount > 1) return;
      while (pendingCount > 0) {
        pendingCount = 1;
        await readOnce();
        pendingCount -= 1;
      }
    },
  };
};
