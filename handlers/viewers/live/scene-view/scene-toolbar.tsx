import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { type MenuAction, MenuButton } from '../components/menu.tsx';
import { formatMissingFeature } from '../session/feature-availability.ts';
import { toggleFullWindow } from './full-window.ts';
import { toolKeys } from './scene-shortcuts.ts';
import type { Signal } from '@preact/signals';
import type { IconName } from '../components/icon-names.ts';
import type { GizmoTool, ViewOptions } from './view-options.ts';

interface SceneToolbarProps {
  readonly options: ViewOptions;
  readonly onFrame: () => void;
}

const tools = [
  ['translate', 'Move', 'move-3d'],
  ['rotate', 'Turn', 'rotate-3d'],
  ['scale', 'Scale', 'scale-3d'],
] as const satisfies readonly (readonly [GizmoTool, string, IconName])[];

/** The toolbars over the scene: tools for the selected object, and what the view shows. */
export const SceneToolbar = ({ options, onFrame }: SceneToolbarProps) => {
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
        <Button
          icon="globe"
          label="World axes"
          keys="X"
          isPressed={!options.isLocalSpace.value}
          onClick={() => {
            options.isLocalSpace.value = !options.isLocalSpace.value;
          }}
        />
      </div>
      <div class="glass scene-view-tools" role="toolbar" aria-label="Look at the scene">
        <MenuButton
          icon="camera"
          label="Look through"
          class="wide-only"
          getEntries={() => [
            toChoice('Free camera', !options.throughCamera.peek(), () => {
              options.throughCamera.value = false;
            }),
            toChoice('Scene camera', options.throughCamera.peek(), () => {
              options.throughCamera.value = true;
            }),
          ]}
        />
        <Button
          icon="sparkles"
          label="Studio look"
          isPressed={look.value === 'studio'}
          onClick={() => {
            look.value = look.value === 'studio' ? 'pictured' : 'studio';
          }}
        />
        <MenuButton
          icon="layers"
          label="Show more"
          class="wide-only"
          getEntries={() => [
            toSwitch('Grid', options.alwaysShowsGrid, undefined),
            toSwitch('Colliders', options.colliders, helperProblem),
            toSwitch('Symbols of lights and cameras', options.symbols, helperProblem),
          ]}
        />
        <Button icon="focus" label="Frame the selection, or everything" keys="F" onClick={onFrame} />
        <Button icon="expand" label="Full window" keys="Shift+Space" onClick={toggleFullWindow} />
      </div>
    </>
  );
};

const toChoice = (label: string, isChecked: boolean, run: () => void): MenuAction => ({
  ...{ label, isChecked, run },
});

const toSwitch = (label: string, option: Signal<boolean>, unavailable: string | undefined): MenuAction => ({
  ...{ label, isChecked: option.peek(), unavailable },
  run() {
    option.value = !option.peek();
  },
});
