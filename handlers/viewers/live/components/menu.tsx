import { createPortal } from 'preact/compat';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { edgeGapPx, useCloseOutside, usePositionInWindow, type WindowPoint } from './floating.ts';
import { getOverlayContainer } from './overlay-container.ts';
import { Icon } from './icon.tsx';
import type { ComponentChildren } from 'preact';
import type { IconName } from './icon-names.ts';

export interface MenuAction {
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly keys?: string | undefined;
  /** Whether an option is on; absent for actions. */
  readonly isChecked?: boolean | undefined;
  /** The reason why the action can't be chosen. */
  readonly unavailable?: string | undefined;
  run(): void;
}

/** An entry of a menu: an action, or a line between groups. */
export type MenuEntry = MenuAction | 'separator';

interface MenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly position: WindowPoint;
  /** Whether the menu is shown with a heading. */
  readonly hasHeading?: boolean;
  readonly onClose: () => void;
}

/**
 * A menu over the page. The arrow keys move, Enter chooses, and Escape closes. After closing, the focus returns to
 * where it was.
 */
export const Menu = ({ label, entries, position, hasHeading = false, onClose }: MenuProps) => {
  const menu = useRef<HTMLDivElement>(null);
  const shown = usePositionInWindow(menu, position);
  useCloseOutside(menu, onClose, '[aria-haspopup=menu][aria-expanded=true]');
  useLayoutEffect(() => {
    const previous = document.activeElement;
    const { current: element } = menu;
    element?.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')?.focus();
    return () => {
      const { activeElement } = document;
      const isFocusLost =
        !activeElement || activeElement === document.body || element?.contains(activeElement);
      if (isFocusLost && (previous instanceof HTMLElement || previous instanceof SVGElement))
        previous.focus();
    };
  }, []);
  const moveFocus = (step: number, from?: number): void => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    const at = from ?? items.findIndex((item) => item.matches(':focus'));
    items.at((at + step + items.length) % items.length)?.focus();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveFocus(1),
    ArrowUp: () => moveFocus(-1),
    Home: () => moveFocus(0, 0),
    End: () => moveFocus(0, -1),
    Escape: onClose,
    Tab: onClose,
  };
  return createPortal(
    <div
      ref={menu}
      class="floating menu"
      role="menu"
      aria-label={label}
      style={{ left: `${shown.x}px`, top: `${shown.y}px` }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {hasHeading && (
        <span class="menu-heading" aria-hidden="true">
          {label}
        </span>
      )}
      {entries.map((entry, at) =>
        entry === 'separator' ? (
          <hr key={`separator-${at}`} />
        ) : (
          <MenuItem key={entry.label} action={entry} onClose={onClose} />
        ),
      )}
    </div>,
    getOverlayContainer(),
  );
};

const MenuItem = ({ action, onClose }: { readonly action: MenuAction; readonly onClose: () => void }) => {
  const { label, icon, keys, isChecked, unavailable, run } = action;
  return (
    <button
      type="button"
      class="menu-item"
      {...(isChecked === undefined
        ? { role: 'menuitem' as const }
        : { role: 'menuitemcheckbox' as const, 'aria-checked': isChecked })}
      aria-disabled={unavailable !== undefined}
      title={unavailable}
      onClick={() => {
        if (unavailable !== undefined) return;
        onClose();
        run();
      }}
    >
      {isChecked ? <Icon name="check" /> : icon ? <Icon name={icon} /> : <span class="icon" />}
      <span class="grow">{label}</span>
      {keys && <kbd>{keys}</kbd>}
    </button>
  );
};

interface MenuButtonProps {
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly class?: string;
  readonly look?: 'box' | 'outlined' | 'primary';
  /** Called when the menu opens. */
  readonly getEntries: () => readonly MenuEntry[];
  readonly children?: ComponentChildren;
}

/** A button that opens a menu below itself. */
export const MenuButton = ({ label, icon, getEntries, children, ...rest }: MenuButtonProps) => {
  const [opened, setOpened] = useState<{
    readonly entries: readonly MenuEntry[];
    readonly position: WindowPoint;
  }>();
  return (
    <>
      <Button
        {...rest}
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        onClick={({ currentTarget }) => {
          if (opened) {
            setOpened(undefined);
            return;
          }
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setOpened({ entries: getEntries(), position: { x: left, y: bottom + edgeGapPx / 2 } });
        }}
      >
        {children}
      </Button>
      {opened && <Menu label={label} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
};
