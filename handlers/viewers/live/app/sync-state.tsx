import { useLivePage } from './live-page-context.ts';
import { Icon } from '../components/icon.tsx';
import { getDisconnectedReason } from '../session/connection-labels.ts';

/**
 * Shows whether the runtime has the edits of the open graph, unless the page is disconnected. Edits are saved at once,
 * and are pushed to the runtime when the graph is run.
 */
export const SyncState = () => {
  const { graphs, layout, session } = useLivePage();
  const graph = graphs.openSummary.value;
  if (!graph) return null;
  const disconnectedReason = getDisconnectedReason(session.state.value);
  if (disconnectedReason !== undefined)
    return (
      <span class="chip sync-state unsynced" title={disconnectedReason}>
        <Icon name="triangle-alert" class="small" />
        <span class={layout.isPhone.value ? 'hidden' : undefined}>Not connected</span>
      </span>
    );
  const count = graphs.countUnsyncedEdits(graph);
  if (count === 0)
    return (
      <span class="chip sync-state" title="All edits are in the project's files">
        <Icon name="check" class="small" />
        Saved
      </span>
    );
  const edits = count === 1 ? '1 edit' : `${count} edits`;
  const label = `${edits}, ${graph.state === 'running' ? 'not synced' : 'sent on Run'}`;
  return (
    <button
      type="button"
      class="chip sync-state unsynced"
      aria-label={label}
      title={`${label}. Saved, but not yet in the runtime. Select to sync now.`}
      onClick={() => void graphs.sync(graph.id)}
    >
      <span class="dot edited" />
      {layout.isPhone.value ? count : label}
    </button>
  );
};
