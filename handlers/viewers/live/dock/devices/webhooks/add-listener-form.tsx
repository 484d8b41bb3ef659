import { AvailabilityButton } from '../shared/availability-button.tsx';
import type { WebhookListeners } from './webhook-listener-store.ts';

interface AddListenerFormProps {
  readonly unavailableReason: string | undefined;
  readonly onListen: WebhookListeners['listen'];
}

const httpMethods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;
type HttpMethod = (typeof httpMethods)[number];

/** A form that adds a webhook listener. */
export const AddListenerForm = ({ unavailableReason, onListen }: AddListenerFormProps) => (
  <form
    class="line"
    aria-label="Listen to requests"
    onSubmit={(event) => {
      event.preventDefault();
      const formData = new FormData(event.currentTarget);
      const secret = String(formData.get('secret') ?? '');
      void onListen({
        path: String(formData.get('path') ?? ''),
        methods: [formData.get('method') as HttpMethod],
        ...(secret !== '' && { secret }),
      });
    }}
  >
    <select name="method" aria-label="Method">
      {httpMethods.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </select>
    <input name="path" aria-label="Path" placeholder="orders/new" autocomplete="off" required />
    <input
      name="secret"
      type="password"
      aria-label="Secret that senders need, if any"
      placeholder="secret"
      autocomplete="off"
    />
    <AvailabilityButton unavailableReason={unavailableReason} isSubmit>
      Listen
    </AvailabilityButton>
  </form>
);
