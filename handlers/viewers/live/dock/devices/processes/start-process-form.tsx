import { AvailabilityButton } from '../shared/availability-button.tsx';
import type { ProcessList } from './process-store.ts';

interface StartProcessFormProps {
  readonly unavailableReason: string | undefined;
  readonly onStart: ProcessList['start'];
}

/** A form that starts a program. */
export const StartProcessForm = ({ unavailableReason, onStart }: StartProcessFormProps) => (
  <form
    class="line"
    aria-label="Start a program"
    onSubmit={(event) => {
      event.preventDefault();
      const formData = new FormData(event.currentTarget);
      const args = String(formData.get('arguments') ?? '').split(/\s+/);
      void onStart(String(formData.get('path') ?? ''), args.filter(Boolean));
    }}
  >
    <input
      name="path"
      class="grow"
      aria-label="Program"
      placeholder="program"
      title="A program in one of the folders listed in allowedPrograms of the settings"
      autocomplete="off"
      required
    />
    <input
      name="arguments"
      class="grow"
      aria-label="Arguments, separated by spaces"
      placeholder="arguments"
      autocomplete="off"
    />
    <AvailabilityButton unavailableReason={unavailableReason} isSubmit>
      Start
    </AvailabilityButton>
  </form>
);
