import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { toolKeys } from './scene-shortcuts.ts';
import type { Signal } from '@preact/signals';
import type { IconName } from '../components/icon-names.ts';
import type { GizmoTool, ViewOptions } from './view-options.ts';

interface SceneToolbarProps {
  readonly options: ViewOptions;
  readonly onFrame: () => void;
  readonly onToggleFullWindow: () => void;
}

const tools = [
  ['translate', 'Move', 'move-3d'],
  ['rotate', 'Turn', 'rotate-3d'],
  ['scale', 'Scale', 'scale-3d'],
] as const satisfies readonly (readonly [GizmoTool, string, IconName])[];

/** The toolbars over the scene: tools for the selected object, and what the view shows. */
export const SceneToolbar = ({ options, onFrame, onToggleFullWindow }: SceneToolbarProps) => {
  const { hasRoute } = useLivePage().session.capabilities.value ?? {};
  const toolProblem =
    hasRoute?.('POST /api/actions/{category}/{action}') === false
      ? formatMissingFeature('direct actions')
      : undefined;
  const helperProblem = hasRoute?.('POST /api/batch') === false ? formatMissingFeature('batches') : undefined;
  const { tool, look } = options;
  return (
    <>
      <div class="glass scene-tools" role="toolbar" aria-label="Tools for the selected object">
        <Button
          icon="mouse-pointer-2"
          label="Select"
          keys="Q"
          isPressed={tool.value === undefined}
          onClick={() => {
            tool.value = undefined;
          }}
        />
        {tools.map(([name, label, icon]) => (
          <Button
            key={name}
            icon={icon}
            label={label}
            keys={toolKeys[name]}
            isPressed={tool.value === name}
            unavailable={toolProblem}
            onClick={() => {
              tool.value = name;
            }}
          />
        ))}
        <span class="tool-separator" />
        <Toggle option={options.isLocalSpace} icon="globe" label="Local axes" keys="X" />
        <Button icon="focus" label="Frame the selection, or everything" keys="F" onClick={onFrame} />
      </div>
      <div class="glass scene-view-tools" role="toolbar" aria-label="Look at the scene">
        <Toggle option={options.throughCamera} icon="camera" label="Scene camera" />
        <Button
          icon="sparkles"
          label="Studio look"
          isPressed={look.value === 'studio'}
          onClick={() => {
            look.value = look.value === 'studio' ? 'pictured' : 'studio';
          }}
        />
        <Toggle option={options.colliders} icon="layers" label="Colliders" unavailable={helperProblem} />
        <Toggle option={options.symbols} icon="lightbulb" label="Symbols" unavailable={helperProblem} />
        <Button icon="maximize" label="Full window" keys="Shift+Space" onClick={onToggleFullWindow} />
      </div>
    </>
  );
};

const formatMissingFeature = (feature: string): string => `This service has no ${feature}`;

interface ToggleProps {
  readonly option: Signal<boolean>;
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly unavailable?: string | undefined;
}

const Toggle = ({ option, ...rest }: ToggleProps) => (
  <Button
    {...rest}
    isPressed={option.value}
    onClick={() => {
      option.value = !option.value;
    }}
  />
);
