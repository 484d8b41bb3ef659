import { useLivePage } from '../app/live-page-context.ts';
import { ValueField } from '../components/value-field.tsx';
import type { ComponentRecord, ObjectInspector, PropertyRecord } from './object-inspector.ts';

/** Shows the selected object's components, whose properties can be edited. */
export const InspectorPanel = ({ inspector }: { readonly inspector: ObjectInspector }) => {
  const { selection } = useLivePage().scene;
  if (selection.value === undefined)
    return (
      <section id="pane-properties" class="pane inspector" aria-label="Properties">
        <header class="pane-header">
          <h2>Properties</h2>
        </header>
        <p class="empty">
          Click something in the scene, or pick it above, to see and change what it is made of.
        </p>
      </section>
    );
  return (
    <section id="pane-properties" class="pane inspector" aria-label={`Components of ${selection.value}`}>
      <header class="pane-header">
        <h2>{selection.value}</h2>
      </header>
      <div class="inspector-body">
        {inspector.components.value.map((component) => (
          <ComponentSection key={component.name} component={component} inspector={inspector} />
        ))}
      </div>
    </section>
  );
};

interface ComponentSectionProps {
  readonly component: ComponentRecord;
  readonly inspector: ObjectInspector;
}

const ComponentSection = ({ component: { name }, inspector }: ComponentSectionProps) => {
  const properties = inspector.properties.value.get(name) ?? [];
  return (
    <details
      open={!inspector.collapsed.value.has(name)}
      onToggle={({ currentTarget: { open } }) => {
        const otherNames = [...inspector.collapsed.value].filter((collapsedName) => collapsedName !== name);
        inspector.collapsed.value = new Set(open ? otherNames : [...otherNames, name]);
      }}
    >
      <summary>{name}</summary>
      {inspector.stale.value.has(name) && (
        <button type="button" onClick={() => void inspector.refresh(name)}>
          Refresh to apply
        </button>
      )}
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
      <dt>{name}</dt>
      <dd>
        <ValueField
          label={`${component} ${name}`}
          type={type}
          value={value}
          options={options}
          minimum={minimum}
          maximum={maximum}
          disabled={readOnly}
          onChange={(entered) => void inspector.write(component, property, entered)}
        />
      </dd>
    </div>
  );
};
