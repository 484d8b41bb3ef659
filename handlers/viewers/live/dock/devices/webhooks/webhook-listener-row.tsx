import { useLivePage } from '../../../app/live-page-context.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { AvailabilityButton } from '../shared/availability-button.tsx';
import { formatTestCurl } from './webhook-test-request.ts';
import type { FeatureAvailability } from '../../shared/feature-availability.ts';
import type { WebhookListener } from './webhook-test-request.ts';
import type { WebhookListeners } from './webhook-listener-store.ts';

interface WebhookListenerRowProps {
  readonly listener: WebhookListener;
  readonly webhooks: WebhookListeners;
  readonly availability: FeatureAvailability;
}

/** Shows a webhook listener, with a button that tests it. */
export const WebhookListenerRow = ({ listener, webhooks, availability }: WebhookListenerRowProps) => {
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
          unavailableReason={
            availability.getUnavailableReason('webhook.send') ??
            (url === null ? 'Its port is not open yet.' : undefined)
          }
          onClick={() => void webhooks.test(listener)}
        >
          Send a test
        </AvailabilityButton>
        <AvailabilityButton
          aria-label={`Unlisten ${path}`}
          unavailableReason={
            availability.getUnavailableReason('webhook.unlisten') ??
            (graphId === undefined ? undefined : 'A graph listens while it runs.')
          }
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
