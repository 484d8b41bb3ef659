import { useLivePage } from './live-page-context.ts';
import { Icon } from '../components/icon.tsx';

/**
 * Shows whether the runtime has the edits of the open graph. Edits are saved at once, and are pushed to the runtime when
 * the graph is run.
 */
export const SyncState = () => {
  const { graphs } = useLivePage();
  const graph = graphs.list.value.find(({ id }) => id === graphs.openId.value);
  if (!graph) return null;
  if (graph.synced)
    return (
      <span class="chip sync-state" title="The project's files and the runtime have all edits">
        <Icon name="check" class="small" />
        Saved
      </span>
    );
  const count = graphs.unsyncedEditCount.value;
  const edits = count === undefined ? 'Edits' : count === 1 ? '1 edit' : `${count} edits`;
  return (
    <button
      type="button"
      class="chip sync-state unsynced"
      title="Saved, but not yet in the runtime. Select to sync now."
      onClick={() => void graphs.sync(graph.id)}
    >
      <span class="dot edited" />
      {edits}, {graph.state === 'running' ? 'not synced' : 'sent on Run'}
    </button>
  );
};
