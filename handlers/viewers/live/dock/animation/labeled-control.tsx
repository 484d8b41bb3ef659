import type { ComponentChildren } from 'preact';

interface LabeledControlProps {
  readonly name: string;
  readonly onFocusIn?: () => void;
  readonly children: ComponentChildren;
}

/** A control with a visible name that serves as its label. */
export const LabeledControl = ({ name, onFocusIn, children }: LabeledControlProps) => (
  <div class="named" onFocusIn={onFocusIn}>
    <span class="quiet" aria-hidden="true">
      {name}
    </span>
    {children}
  </div>
);
