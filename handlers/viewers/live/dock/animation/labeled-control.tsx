import type { ComponentChildren } from 'preact';

interface LabeledControlProps {
  readonly name: string;
  readonly onFocusIn?: () => void;
  readonly children: ComponentChildren;
}

/** A control beside its name, which it has as its label too. */
export const LabeledControl = ({ name, onFocusIn, children }: LabeledControlProps) => (
  <div class="named" onFocusIn={onFocusIn}>
    <span class="quiet" aria-hidden="true">
      {name}
    </span>
    {children}
  </div>
);
