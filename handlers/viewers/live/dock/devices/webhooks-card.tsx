import { AvailabilityButton, DeviceCard, RecentEventList } from './device-card.tsx';
import { useLivePage } from '../../app/live-page-context.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatTestCurl, type WebhookListener, type WebhookListeners } from './webhook-store.ts';

/** Shows the webhook listeners, which receive HTTP requests from outside. */
export const WebhooksCard = ({ webhooks }: { readonly webhooks: WebhookListeners }) => {
  const { listeners, recentEvents } = webhooks;
  const list = listeners.value.value ?? [];
  return (
    <DeviceCard
      title="Webhooks"
      state={`${list.length} listening`}
      readings={[listeners]}
      requiredFeature="webhook.listeners"
    >
      <AddListenerForm onListen={webhooks.listen} />
      <ul class="things" aria-label="Listeners">
        {list.map((listener) => (
          <WebhookListenerRow key={listener.listenerId} listener={listener} webhooks={webhooks} />
        ))}
      </ul>
      <RecentEventList
        label="Latest requests"
        events={recentEvents.value}
        describe={({ data: { method, path, body } }) => `${method} ${path} ${JSON.stringify(body)}`}
        hint="No requests yet."
      />
    </DeviceCard>
  );
};

const httpMethods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;

const AddListenerForm = ({ onListen }: { readonly onListen: WebhookListeners['listen'] }) => (
  <form
    class="line"
    aria-label="Listen to requests"
    onSubmit={(event) => {
      event.preventDefault();
      const formData = new FormData(event.currentTarget);
      const secret = String(formData.get('secret') ?? '');
      void onListen({
        path: String(formData.get('path') ?? ''),
        methods: httpMethods.filter((method) => method === formData.get('method')),
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
    <AvailabilityButton requiredFeature="webhook.listen" isSubmit>
      Listen
    </AvailabilityButton>
  </form>
);

interface WebhookListenerRowProps {
  readonly listener: WebhookListener;
  readonly webhooks: WebhookListeners;
}

/** Shows a webhook listener, with a button that tests it. */
const WebhookListenerRow = ({ listener, webhooks }: WebhookListenerRowProps) => {
  const { graphs } = useLivePage();
  const { path, methods, url, isProtected, graphId } = listener;
  const graph = graphs.list.value.find(({ id }) => id === graphId)?.name ?? graphId;
  const curl = formatTestCurl(listener);
  return (
    <li>
      <div class="line">
        <b class="grow">
          {methods.join(', ')} {path}
        </b>
        {isProtected && <span class="badge">secret</span>}
        {graph && <span class="badge">{graph}</span>}
        <AvailabilityButton
          aria-label={`Send a test to ${path}`}
          requiredFeature="webhook.send"
          disabledReason={url === null ? 'Its port is not open yet.' : undefined}
          onClick={() => void webhooks.test(listener)}
        >
          Send a test
        </AvailabilityButton>
        <AvailabilityButton
          aria-label={`Unlisten ${path}`}
          requiredFeature="webhook.unlisten"
          disabledReason={graphId === undefined ? undefined : 'A graph listens while it runs.'}
          onClick={() => void webhooks.unlisten(listener)}
        >
          Unlisten
        </AvailabilityButton>
      </div>
      {url && (
        <div class="line curl">
          <code class="grow">{curl}</code>
          <CopyButton text={curl} />
        </div>
      )}
    </li>
  );
};
