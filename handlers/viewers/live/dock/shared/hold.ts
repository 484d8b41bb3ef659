import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** Why a list holds still. */
type HoldReason = 'pointer' | 'focus' | 'scroll';

/** Keeps a list from moving while the user points at it, has the focus in it, or has scrolled it. */
export interface Hold {
  readonly reason: ReadonlySignal<HoldReason | undefined>;
  readonly isHeld: ReadonlySignal<boolean>;
  set(reason: HoldReason, isHeld: boolean): void;
  /** Releases the list, whatever the reasons. */
  release(): void;
}

export const createHold = (): Hold => {
  const reasons = signal<readonly HoldReason[]>([]);
  const reason = computed(() => reasons.value[0]);
  return {
    reason,
    isHeld: computed(() => reason.value !== undefined),
    set(changed, isHeld) {
      if (reasons.peek().includes(changed) === isHeld) return;
      const others = reasons.peek().filter((other) => other !== changed);
      reasons.value = isHeld ? [...others, changed] : others;
    },
    release() {
      reasons.value = [];
    },
  };
};
