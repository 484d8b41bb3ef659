import { AbleButton } from '../parts/able-button.tsx';
import type { Webhooks } from './webhooks.ts';

interface ListenFormProps {
  readonly lacks: string | undefined;
  readonly onListen: Webhooks['listen'];
}

const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** What to listen to. */
export const ListenForm = ({ lacks, onListen }: ListenFormProps) => (
  <form
    class="line"
    aria-label="Listen to requests"
    onSubmit={(event) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget);
      const secret = String(given.get('secret') ?? '');
      void onListen({
        path: String(given.get('path') ?? ''),
        methods: [given.get('method') as Method],
        ...(secret !== '' && { secret }),
      });
    }}
  >
    <select name="method" aria-label="Method">
      {methods.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </select>
    <input name="path" aria-label="Path" placeholder="orders/new" autocomplete="off" required />
    <input
      name="secret"
      type="password"
      aria-label="Secret, if senders have to know one"
      placeholder="secret"
      autocomplete="off"
    />
    <AbleButton lacks={lacks} submits>
      Listen
    </AbleButton>
  </form>
);
