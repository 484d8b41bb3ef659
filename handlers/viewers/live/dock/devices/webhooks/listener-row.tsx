import { useLive } from '../../../app/live.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { AbleButton } from '../parts/able-button.tsx';
import { testAsCurl } from './test-request.ts';
import type { Offered } from '../../parts/offered.ts';
import type { Listener } from './test-request.ts';
import type { Webhooks } from './webhooks.ts';

interface ListenerRowProps {
  readonly listener: Listener;
  readonly webhooks: Webhooks;
  readonly offered: Offered;
}

/** What is listened to, and how to try it. */
export const ListenerRow = ({ listener, webhooks, offered }: ListenerRowProps) => {
  const { graphs } = useLive();
  const { path, methods, url, isProtected, graphId } = listener;
  const graph = graphs.list.value.find(({ id }) => id === graphId)?.name ?? graphId;
  const curl = testAsCurl(listener);
  return (
    <li>
      <div class="line">
        <b class="grow">
          {methods.join(', ')} {path}
        </b>
        {isProtected && <span class="badge">secret</span>}
        {graph && <span class="badge">{graph}</span>}
        <AbleButton
          aria-label={`Send a test to ${path}`}
          lacks={offered.lacks('webhook.send') ?? (url === null ? 'Its port is not open yet.' : undefined)}
          onClick={() => void webhooks.test(listener)}
        >
          Send a test
        </AbleButton>
        <AbleButton
          aria-label={`Unlisten ${path}`}
          lacks={
            offered.lacks('webhook.unlisten') ??
            (graphId === undefined ? undefined : 'Graphs listen for as long as they run.')
          }
          onClick={() => void webhooks.unlisten(listener)}
        >
          Unlisten
        </AbleButton>
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
