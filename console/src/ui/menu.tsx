import { lazy, type ReactNode, Suspense, useState } from 'react';
import { buttonLook } from './button';
import { Icon } from './icons';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Why it cannot be chosen now. */
  reason?: string | null;
  isDanger?: boolean;
}

export interface MenuProps {
  label: string;
  items: MenuItem[];
  trigger?: ReactNode;
}

// The library of menus is loaded with the first menu that somebody opens.
const OpenMenu = lazy(() => import('./open-menu'));

/** A button that opens a menu of actions. An action that cannot be done now stays in it, with the reason. */
export function Menu({ label, items, trigger }: MenuProps) {
  const [isUsed, use] = useState(false);
  if (items.length === 0) return null;
  const button = (
    <button
      type="button"
      className={buttonLook('plain')}
      aria-label={trigger ? label : undefined}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => use(true)}
    >
      {trigger ?? label} <Icon name="down" className="size-3" />
    </button>
  );
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu {...{ label, items, trigger }} />
    </Suspense>
  );
}
