import type { EventLog } from './event-log-store.ts';

/** Renders the event filter and the pause button. */
export const EventFilterBar = ({ log }: { readonly log: EventLog }) => {
  const unmatched = log.unmatched.value;
  return (
    <div class="bar">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          log.follow(String(new FormData(event.currentTarget).get('pattern') ?? ''));
        }}
      >
        <label>
          Pattern
          <input
            name="pattern"
            defaultValue={log.pattern.peek()}
            autocomplete="off"
            spellcheck={false}
            title="For example graph.* or tween.completed; separate several with commas"
            onBlur={({ currentTarget }) => log.follow(currentTarget.value)}
          />
        </label>
      </form>
      {unmatched.length > 0 && (
        <span class="hint" role="status">
          No kind of event matches {unmatched.map((pattern) => `'${pattern}'`).join(', ')}.
        </span>
      )}
      <span class="end quiet">
        {log.isPaused.value
          ? `${log.pendingCount.value} more since the pause`
          : `${log.visibleRows.value.rows.length} shown`}
      </span>
      <button
        type="button"
        aria-pressed={log.isPaused.value}
        onClick={() => (log.isPaused.value ? log.resume() : log.pause())}
      >
        {log.isPaused.value ? 'Resume' : 'Pause'}
      </button>
      <button type="button" onClick={log.clear}>
        Clear
      </button>
    </div>
  );
};
