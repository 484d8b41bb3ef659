import type { ActionRunner } from './action-runner.ts';

/** The actions that match the search, by category. */
export const ActionList = ({ desk }: { readonly desk: ActionRunner }) => {
  const found = desk.matches.value;
  return (
    <div class="action-list">
      <input
        type="search"
        aria-label="Search actions"
        placeholder="Search actions"
        value={desk.query.value}
        onInput={({ currentTarget }) => {
          desk.query.value = currentTarget.value;
        }}
      />
      {found.map(({ name, actions }) => (
        <section key={name} aria-label={`Actions of ${name}`}>
          <h3>{name}</h3>
          <ul>
            {actions.map((action) => (
              <li key={action.name}>
                <button
                  type="button"
                  aria-label={action.name}
                  aria-current={desk.selected.value?.name === action.name}
                  title={action.summary}
                  onClick={() => desk.select(action.name)}
                >
                  {action.name.slice(name.length + 1)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && desk.query.value && <p class="quiet">No action matches.</p>}
    </div>
  );
};
