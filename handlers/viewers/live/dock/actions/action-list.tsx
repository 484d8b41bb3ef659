import type { ActionRunner } from './actions-panel-store.ts';

/** Lists the actions that match the search, grouped by category. */
export const ActionList = ({ runner }: { readonly runner: ActionRunner }) => {
  const matches = runner.matches.value;
  return (
    <div class="action-list">
      <input
        type="search"
        aria-label="Search actions"
        placeholder="Search actions"
        value={runner.query.value}
        onInput={({ currentTarget }) => {
          runner.query.value = currentTarget.value;
        }}
      />
      {matches.map(({ name, actions }) => (
        <section key={name} aria-label={`Actions of ${name}`}>
          <h3>{name}</h3>
          <ul>
            {actions.map((action) => (
              <li key={action.name}>
                <button
                  type="button"
                  aria-label={action.name}
                  aria-current={runner.selected.value?.name === action.name}
                  title={action.summary}
                  onClick={() => runner.select(action.name)}
                >
                  {action.name.slice(name.length + 1)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {matches.length === 0 && runner.query.value && <p class="quiet">No action matches.</p>}
    </div>
  );
};
