import { useLivePage } from '../app/live-page-context.ts';
import { toolKeys } from './scene-shortcuts.ts';
import type { Signal } from '@preact/signals';
import type { GizmoTool, ViewOptions } from './view-options.ts';

interface SceneToolbarProps {
  readonly options: ViewOptions;
  readonly onFrame: () => void;
}

const tools = [
  ['translate', 'Move'],
  ['rotate', 'Turn'],
  ['scale', 'Scale'],
] as const satisfies readonly (readonly [GizmoTool, string])[];

export const SceneToolbar = ({ options, onFrame }: SceneToolbarProps) => {
  const { hasRoute } = useLivePage().session.capabilities.value ?? {};
  const canMove = hasRoute?.('POST /api/actions/{category}/{action}') !== false;
  const canRead = hasRoute?.('POST /api/batch') !== false;
  return (
    <div class="toolbar" role="toolbar" aria-label="Look at the scene">
      <span class="group">
        <Toggle option={options.throughCamera} name="Scene camera" />
        <button type="button" title="Frame the selection, or everything (F)" onClick={onFrame}>
          Frame
        </button>
        <button
          type="button"
          aria-pressed={options.look.value === 'studio'}
          title="Light the scene as in a studio, instead of as in the pictures that the service takes"
          onClick={() => {
            options.look.value = options.look.value === 'studio' ? 'pictured' : 'studio';
          }}
        >
          Studio look
        </button>
      </span>
      <fieldset class="group">
        <legend class="hidden">Handles on the selected object</legend>
        {tools.map(([tool, name]) => (
          <button
            key={tool}
            type="button"
            aria-pressed={options.tool.value === tool}
            disabled={!canMove}
            title={
              canMove
                ? `${name} what is selected (${toolKeys[tool]})`
                : formatMissingFeature('direct actions')
            }
            onClick={() => {
              options.tool.value = options.tool.value === tool ? undefined : tool;
            }}
          >
            {name}
          </button>
        ))}
        <Toggle
          option={options.isLocalSpace}
          name="Local"
          description="Align handles with the object instead of the world (X)"
        />
      </fieldset>
      <fieldset class="group">
        <legend class="hidden">What is not drawn</legend>
        <Toggle
          option={options.colliders}
          name="Colliders"
          description={
            canRead ? 'Show where objects are solid or act as triggers' : formatMissingFeature('batches')
          }
          disabled={!canRead}
        />
        <Toggle
          option={options.symbols}
          name="Symbols"
          description={canRead ? 'Show lights and cameras, to select them' : formatMissingFeature('batches')}
          disabled={!canRead}
        />
      </fieldset>
    </div>
  );
};

const formatMissingFeature = (feature: string): string => `This service has no ${feature}`;

interface ToggleProps {
  readonly option: Signal<boolean>;
  readonly name: string;
  readonly description?: string;
  readonly disabled?: boolean;
}

const Toggle = ({ option, name, description, disabled = false }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={option.value}
    title={description}
    disabled={disabled}
    onClick={() => {
      option.value = !option.value;
    }}
  >
    {name}
  </button>
);
