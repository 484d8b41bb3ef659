import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { CategoryIcon } from '../components/category-icon.tsx';
import { Icon } from '../components/icon.tsx';
import { SearchField } from '../components/virtual-list.tsx';
import type { ActionInfo } from './action-schema.ts';
import type { ActionRunner } from './action-runner.ts';

/** The node categories whose icon and color stand for the categories of actions that have another name. */
const nodeCategories: Readonly<Record<string, string>> = {
  ...{ light: 'cameralight', camera: 'cameralight', material: 'color', text: 'string', midi: 'input' },
  ...{ webhook: 'network', streaming: 'network', components: 'scene', assets: 'list', log: 'system' },
};

interface ActionListProps {
  readonly runner: ActionRunner;
  /** The action whose form was shown before. Its row receives the focus. */
  readonly previous: string | undefined;
}

/** Lists the actions by category, those that are pinned first. */
export const ActionList = ({ runner, previous }: ActionListProps) => {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (previous !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-action="${CSS.escape(previous)}"]`)?.focus();
  }, [previous]);
  const matches = runner.matches.value;
  const isSearching = runner.query.value.trim() !== '';
  const pinned = isSearching ? [] : runner.pinnedActions.value;
  return (
    <>
      <div class="action-search">
        <SearchField label="Search actions" text={runner.query} />
      </div>
      <div class="action-list" ref={list}>
        {pinned.length > 0 && (
          <section aria-label="Pinned actions">
            <h3>
              <Icon name="star" class="small" /> Pinned
            </h3>
            <ActionRows actions={pinned} runner={runner} />
          </section>
        )}
        {matches.map(({ name, actions }) => (
          <details
            key={name}
            open={isSearching || actions.some((action) => action.name === previous) || undefined}
          >
            <summary>
              <CategoryIcon category={nodeCategories[name] ?? name} />
              <span class="grow">{name}</span>
              <span class="quiet number">{actions.length}</span>
            </summary>
            <ActionRows actions={actions} runner={runner} />
          </details>
        ))}
        {matches.length === 0 && isSearching && <p class="empty">No action matches.</p>}
      </div>
    </>
  );
};

interface ActionRowsProps extends Pick<ActionListProps, 'runner'> {
  readonly actions: readonly ActionInfo[];
}

const ActionRows = ({ actions, runner }: ActionRowsProps) => (
  <ul>
    {actions.map(({ name, summary }) => (
      <li key={name}>
        <button type="button" class="action-row" data-action={name} onClick={() => runner.select(name)}>
          <span>{summary}</span>
          <span class="quiet">{name}</span>
        </button>
        <PinButton name={name} runner={runner} />
      </li>
    ))}
  </ul>
);

/** A button that pins an action to the top of the list. */
export const PinButton = ({ name, runner }: { readonly name: string; readonly runner: ActionRunner }) => {
  const isPinned = runner.pinned.names.value.has(name);
  return (
    <Button
      icon="star"
      class="pin"
      label={`Pin ${name}`}
      isPressed={isPinned}
      onClick={() => runner.pinned.toggle(name)}
    />
  );
};
