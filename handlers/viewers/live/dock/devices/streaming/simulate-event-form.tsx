import { AvailabilityButton } from '../shared/availability-button.tsx';
import type { Actions } from '#spec/client/index.ts';
import type { StreamingPlatforms } from './streaming-store.ts';

type EventKind = Actions['streaming.simulate']['parameters']['kind'];

interface SimulateEventFormProps {
  readonly kinds: readonly EventKind[];
  readonly unavailableReason: string | undefined;
  readonly onSimulate: StreamingPlatforms['simulate'];
}

/** Buttons that simulate a platform's events, one for each kind. */
export const SimulateEventForm = ({ kinds, unavailableReason, onSimulate }: SimulateEventFormProps) => (
  <form
    class="simulate"
    aria-label="Simulate an event"
    onSubmit={(event) => {
      event.preventDefault();
      const formData = new FormData(event.currentTarget, event.submitter);
      const amount = String(formData.get('amount') ?? '');
      void onSimulate(formData.get('kind') as EventKind, {
        user: String(formData.get('user') ?? ''),
        message: String(formData.get('message') ?? ''),
        amount: amount === '' ? undefined : Number(amount),
      });
    }}
  >
    <div class="line">
      <input name="user" aria-label="User" placeholder="user" autocomplete="off" />
      <input name="message" aria-label="Message" placeholder="message" autocomplete="off" />
      <input name="amount" type="number" aria-label="Amount" placeholder="amount" min={0} />
    </div>
    <div class="line">
      <span class="quiet">Simulate</span>
      {kinds.map((kind) => (
        <AvailabilityButton
          key={kind}
          isSubmit
          name="kind"
          value={kind}
          class="pill"
          unavailableReason={unavailableReason}
        >
          {kind}
        </AvailabilityButton>
      ))}
    </div>
  </form>
);
