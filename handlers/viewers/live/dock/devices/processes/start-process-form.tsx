import { AvailabilityButton } from '../shared/availability-button.tsx';
import type { ProcessList } from './process-list.ts';

interface StartProcessFormProps {
  readonly unavailableReason: string | undefined;
  readonly onStart: ProcessList['start'];
}

/** Which program to start. */
export const StartProcessForm = ({ unavailableReason, onStart }: StartProcessFormProps) => (
  <form
    class="line"
    aria-label="Start a program"
    onSubmit={(event) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget);
      const args = String(given.get('arguments') ?? '').split(/\s+/);
      void onStart(String(given.get('path') ?? ''), args.filter(Boolean));
    }}
  >
    <input
      name="path"
      class="grow"
      aria-label="Program"
      placeholder="program"
      title="A program in one of the folders that allowedPrograms of the settings names"
      autocomplete="off"
      required
    />
    <input
      name="arguments"
      class="grow"
      aria-label="Arguments, with spaces between them"
      placeholder="arguments"
      autocomplete="off"
    />
    <AvailabilityButton unavailableReason={unavailableReason} isSubmit>
      Start
    </AvailabilityButton>
  </form>
);
