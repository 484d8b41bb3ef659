import type { ComponentChildren } from 'preact';

interface NamedProps {
  readonly name: string;
  readonly onFocusIn?: () => void;
  readonly children: ComponentChildren;
}

/** A control beside its name, which it has as its label too. */
export const Named = ({ name, onFocusIn, children }: NamedProps) => (
  <div class="named" onFocusIn={onFocusIn}>
    <span class="quiet" aria-hidden="true">
      {name}
    </span>
    {children}
  </div>
);
