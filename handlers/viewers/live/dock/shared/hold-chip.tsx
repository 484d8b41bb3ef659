import { Icon } from '../../components/icon.tsx';
import type { Hold } from './hold.ts';

const holdTexts = {
  pointer: 'Held while you point',
  focus: 'Held while the focus is here',
  scroll: 'Held while you read below',
} as const;

interface HoldChipProps {
  readonly hold: Hold;
  /** The number of rows that wait until the list continues. */
  readonly pendingCount: number;
}

/** Says why a list holds still and what waits. A click lets the list continue. */
export const HoldChip = ({ hold, pendingCount }: HoldChipProps) => {
  const reason = hold.reason.value;
  if (reason === undefined) return null;
  return (
    <button type="button" class="chip hold-chip" title="Show the latest" onClick={hold.release}>
      <Icon name="pause" class="small" />
      <span class="not-on-phone">{holdTexts[reason]}</span>
      <span class="number">+{pendingCount}</span>
    </button>
  );
};
