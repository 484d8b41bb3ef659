import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

/** A value of the service that is reread whenever it may have changed. */
export interface RefreshableValue<T> {
  /** The last value; undefined until the first read. */
  readonly value: ReadonlySignal<T | undefined>;
  /** Why the last read failed. */
  readonly error: ReadonlySignal<string | undefined>;
  /** Stores a value from another response. */
  set(told: T): void;
  /** Reads the value; once more if requested during a read. */
  refresh(): Promise<void>;
}

export const createRefreshableValue = <T>(read: () => Promise<T>): RefreshableValue<T> => {
  const value = signal<T>();
  const trouble = signal<string>();
  let wanted = 0;
  const take = (told: T): void => {
    trouble.value = undefined;
    if (JSON.stringify(told) !== JSON.stringify(value.value)) value.value = told;
  };
  const readOnce = async (): Promise<void> => {
    try {
      take(await read());
    } catch (failure) {
      trouble.value = failure instanceof Error ? failure.message : String(failure);
    }
  };
  return {
    value,
    error: trouble,
    set: take,
    async refresh() {
      wanted += 1;
      if (wanted > 1) return;
      while (wanted > 0) {
        wanted = 1;
        await readOnce();
        wanted -= 1;
      }
    },
  };
};
