import { AbleButton } from '../parts/able-button.tsx';
import type { Actions } from '#spec/client/index.ts';
import type { Streaming } from './streaming.ts';

type Kind = Actions['streaming.simulate']['parameters']['kind'];

interface SimulateFormProps {
  readonly kinds: readonly Kind[];
  readonly lacks: string | undefined;
  readonly onSimulate: Streaming['simulate'];
}

/** What happens on a platform, made up: a button for each kind. */
export const SimulateForm = ({ kinds, lacks, onSimulate }: SimulateFormProps) => (
  <form
    class="simulate"
    aria-label="Simulate an event"
    onSubmit={(event) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget, event.submitter);
      const amount = String(given.get('amount') ?? '');
      void onSimulate(given.get('kind') as Kind, {
        user: String(given.get('user') ?? ''),
        message: String(given.get('message') ?? ''),
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
        <AbleButton key={kind} submits name="kind" value={kind} class="pill" lacks={lacks}>
          {kind}
        </AbleButton>
      ))}
    </div>
  </form>
);
