import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

/** Something that the service tells, read whenever it may be another. */
export interface RefreshableValue<T> {
  /** What it was the last time; undefined until it was told. */
  readonly value: ReadonlySignal<T | undefined>;
  /** Why it could not be read the last time. */
  readonly error: ReadonlySignal<string | undefined>;
  /** Takes over what was told in another answer. */
  set(told: T): void;
  /** Reads it anew; once more when it was asked for meanwhile. */
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
