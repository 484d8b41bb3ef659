import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { MenuButton } from '../components/menu.tsx';
import { ValueField } from '../components/value-field.tsx';
import { toTitle } from '../components/words.ts';
import { findPropertyDriver } from './find-drivers.ts';
import { getObjectIcon, getObjectLabel, getTypeLabel } from './object-labels.ts';
import type { ComponentChildren } from 'preact';
import type { IconName } from '../components/icon-names.ts';
import type { ComponentRecord, ObjectInspector, PropertyRecord } from './object-inspector.ts';
import type { SceneObjectRecord } from './scene-objects.ts';

/** Shows the selected object's components, whose properties can be edited. */
export const InspectorPanel = ({ inspector }: { readonly inspector: ObjectInspector }) => {
  const { selection, presentSelection, objects } = useLivePage().scene;
  const tag = selection.value;
  if (tag === undefined)
    return (
      <InspectorHint icon="mouse-pointer-2">
        Click something in the scene, or pick it above, to see and change what it is made of.
      </InspectorHint>
    );
  if (presentSelection.value === undefined)
    return <InspectorHint icon="circle-x">The scene has no object '{tag}' any more.</InspectorHint>;
  const object = objects.list.value.find((candidate) => candidate.tag === tag);
  return (
    <section id="pane-properties" class="pane inspector" aria-label={`Components of ${tag}`}>
      <header class="pane-header">
        {object && <Icon name={getObjectIcon(object.type)} />}
        <h2>{object ? getObjectLabel(object) : tag}</h2>
        <span class="quiet">{object && getTypeLabel(object.type)}</span>
        <span class="grow" />
        {object && <ObjectTools object={object} />}
      </header>
      <div class="inspector-body">
        {inspector.components.value.map((component) => (
          <ComponentSection key={component.name} component={component} inspector={inspector} />
        ))}
      </div>
    </section>
  );
};

interface InspectorHintProps {
  readonly icon: IconName;
  readonly children: ComponentChildren;
}

/** What the panel shows while there are no properties. */
const InspectorHint = ({ icon, children }: InspectorHintProps) => (
  <section id="pane-properties" class="pane inspector" aria-label="Properties">
    <header class="pane-header">
      <h2>Properties</h2>
    </header>
    <div class="centered-hint inspector-hint">
      <span class="hint-icon">
        <Icon name={icon} />
      </span>
      <p>{children}</p>
    </div>
  </section>
);

const ObjectTools = ({ object: { tag, name, active } }: { readonly object: SceneObjectRecord }) => {
  const { session, notices, confirmation, scene, actionRequests } = useLivePage();
  const act = (work: () => Promise<unknown>): void =>
    void notices.runAndReport(work).then(() => scene.objects.refresh());
  const destroy = async (): Promise<void> => {
    const isConfirmed = await confirmation.ask({
      title: `Destroy ${name}?`,
      text: `The object '${tag}' and its children are removed from the scene. This can’t be undone.`,
      confirmLabel: 'Destroy',
    });
    if (isConfirmed) act(() => session.client.act('scene.objects.destroy', { object: tag }));
  };
  return (
    <>
      <Button
        icon={active ? 'eye' : 'eye-off'}
        label={active ? 'Hide the object' : 'Show the object'}
        onClick={() =>
          act(() => session.client.act('scene.objects.setActive', { object: tag, active: !active }))
        }
      />
      <MenuButton
        icon="ellipsis"
        label="More for this object"
        getEntries={() => [
          { label: 'Frame it', icon: 'focus', keys: 'F', run: () => scene.view.peek()?.frame() },
          {
            ...{ label: 'Duplicate', icon: 'copy' },
            run: () => act(() => session.client.act('scene.objects.duplicate', { object: tag })),
          },
          {
            ...{ label: 'Rename…', icon: 'pencil' },
            run: () => actionRequests.open('scene.objects.setName', { object: tag, name }),
          },
          'separator',
          { label: 'Destroy…', icon: 'trash', run: () => void destroy() },
        ]}
      />
    </>
  );
};

interface ComponentSectionProps {
  readonly component: ComponentRecord;
  readonly inspector: ObjectInspector;
}

const ComponentSection = ({ component: { name, description }, inspector }: ComponentSectionProps) => {
  const properties = inspector.properties.value.get(name) ?? [];
  const isCollapsed = inspector.collapsed.value.has(name);
  return (
    <details
      class="property-group"
      open={!isCollapsed}
      onToggle={({ currentTarget: { open } }) => {
        const otherNames = [...inspector.collapsed.value].filter((collapsedName) => collapsedName !== name);
        inspector.collapsed.value = new Set(open ? otherNames : [...otherNames, name]);
      }}
    >
      <summary title={description}>
        <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} class="small" />
        {toTitle(name)}
      </summary>
      <dl>
        {properties.map((property) => (
          <PropertyRow key={property.name} component={name} property={property} inspector={inspector} />
        ))}
      </dl>
    </details>
  );
};

interface PropertyRowProps {
  readonly component: string;
  readonly property: PropertyRecord;
  readonly inspector: ObjectInspector;
}

const PropertyRow = ({ component, property, inspector }: PropertyRowProps) => {
  const { name, type, value, options, minimum, maximum, readOnly, description } = property;
  return (
    <div class="property" title={description}>
      <dt>{toTitle(name)}</dt>
      <dd>
        <ValueField
          label={`${component} ${name}`}
          type={type}
          value={value}
          options={options}
          minimum={minimum}
          maximum={maximum}
          disabled={readOnly}
          onChange={(entered) => inspector.write(component, property, entered)}
        />
        <DriverLink property={name} />
      </dd>
    </div>
  );
};

/** Shows which node of the open graph writes the property, and goes there. */
const DriverLink = ({ property }: { readonly property: string }) => {
  const { scene, editor, layout } = useLivePage();
  const object = scene.selection.value;
  const driver = object === undefined ? undefined : findPropertyDriver(editor.detail.value, object, property);
  if (!driver) return null;
  return (
    <button
      type="button"
      class="driver"
      onClick={() => {
        layout.showGraph();
        editor.selection.value = { nodes: [driver.nodeId], connections: [] };
        editor.view.peek()?.showNode(driver.nodeId);
      }}
    >
      <Icon name="workflow" class="small" />
      driven by {driver.graphName} → {driver.nodeType}
    </button>
  );
};
