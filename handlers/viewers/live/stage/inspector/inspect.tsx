import { useLive } from '../../app/live.ts';
import { ValueField } from '../../parts/value-field.tsx';
import type { ComponentFacts, Inspector, PropertyFacts } from './inspector.ts';

/** What the selected object is made of, to be edited. */
export const Inspect = ({ inspector }: { readonly inspector: Inspector }) => {
  const { selection } = useLive();
  if (selection.value === undefined) return <p class="empty">Select an object to see what it is made of.</p>;
  return (
    <section class="inspector" aria-label={`Components of ${selection.value}`}>
      <h3>{selection.value}</h3>
      {inspector.components.value.map((component) => (
        <Component key={component.name} component={component} inspector={inspector} />
      ))}
    </section>
  );
};

interface ComponentProps {
  readonly component: ComponentFacts;
  readonly inspector: Inspector;
}

const Component = ({ component: { name }, inspector }: ComponentProps) => {
  const properties = inspector.properties.value.get(name) ?? [];
  return (
    <details
      open={!inspector.folded.value.has(name)}
      onToggle={({ currentTarget: { open } }) => {
        const others = [...inspector.folded.value].filter((one) => one !== name);
        inspector.folded.value = new Set(open ? others : [...others, name]);
      }}
    >
      <summary>{name}</summary>
      {inspector.stale.value.has(name) && (
        <button type="button" onClick={() => void inspector.refresh(name)}>
          Refresh, so that it counts
        </button>
      )}
      <dl>
        {properties.map((property) => (
          <Property key={property.name} component={name} property={property} inspector={inspector} />
        ))}
      </dl>
    </details>
  );
};

interface PropertyProps {
  readonly component: string;
  readonly property: PropertyFacts;
  readonly inspector: Inspector;
}

const Property = ({ component, property, inspector }: PropertyProps) => {
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
